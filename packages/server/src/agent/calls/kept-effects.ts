import type { ToolComplete } from '@millrace/engine/run';
import type { Tool, ToolOutcome } from '../../tools/define/tool.ts';

/** What `tool_complete` keeps of an outcome, beside what it says. */
export type KeptEffects = Omit<ToolComplete, 'type' | 'tool' | 'tool_use_id' | 'follow_up'>;

const MAX_UNDO_BYTES = 256 * 1024;

/**
 * What holds from now on because of an outcome. A call that failed suggests nothing, but what it left can be undone all the same,
 * and what the model saw it has seen. What can't be kept for an inverse is left out: then the call can't be undone. Pure.
 */
export function keptEffects(
  { content: _, summary: __, is_error = false, undo, seen = {}, images, changed, ...effects }: ToolOutcome,
  { revert }: Pick<Tool, 'revert'>,
): KeptEffects {
  return {
    ...(!is_error && effects),
    ...(images !== undefined && { images }),
    ...(changed !== undefined && { changed }),
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
