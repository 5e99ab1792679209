import type { ContentBlock } from '../../../packages/engine/src/index.ts';

/** No times. */
export const at = { start_timestamp: null, stop_timestamp: null };

/** A call and what came back, as a finished message keeps them. */
export function callBlocks(
  id: string,
  name: string,
  input: Record<string, unknown>,
  result: string,
  is_error = false,
): ContentBlock[] {
  return [
    { type: 'tool_use', id, name, input, ...at },
    { type: 'tool_result', id: `r-${id}`, tool_use_id: id, content: result, is_error, ...at },
  ];
}
