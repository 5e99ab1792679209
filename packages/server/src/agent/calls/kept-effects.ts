import type { ShownFile, ToolComplete } from '@millrace/engine/run';
import type { Tool, ToolOutcome } from '../../tools/define/tool.ts';

/** The parts of an outcome that `tool_complete` keeps, beside its text. */
export type KeptEffects = Omit<ToolComplete, 'type' | 'tool' | 'tool_use_id' | 'follow_up'>;

const MAX_UNDO_BYTES = 256 * 1024;

/**
 * The lasting effects of an outcome. A call that failed suggests nothing, but the changes that it made can be undone all the same,
 * and what the model saw it has seen. What can't be kept for an inverse is left out: then the call can't be undone. Pure.
 */
export function keptEffects(
  {
    is_error = false,
    undo,
    seen = {},
    images,
    changed,
    change,
    files = [],
    shown: _shown,
    ...rest
  }: ToolOutcome,
  { revert }: Pick<Tool, 'revert'>,
  shown: readonly ShownFile[] = [],
): KeptEffects {
  // These stand in the result itself.
  const { content: _, summary: __, reason: ___, exit_code: ____, threw: _____, ...effects } = rest;
  return {
    ...(!is_error && effects),
    ...(images !== undefined && { images }),
    ...(shown.length > 0 && { shown }),
    ...(changed !== undefined && { changed }),
    ...(change !== undefined && { change }),
    ...(files.length > 0 && { files }),
    ...(Object.keys(seen).length > 0 && { seen }),
    ...(revert !== undefined && isKept(undo) && { undo, revertible: true }),
  };
}

function isKept(undo: unknown): boolean {
  try {
    const json: string | undefined = JSON.stringify(undo);
    return json !== undefined && Buffer.byteLength(json) <= MAX_UNDO_BYTES;
  } catch {
    return false;
  }
}
