import type { ContentBlockStart } from '../message/block-events.ts';
import type { ContentBlock } from '../message/message.ts';
import type { RunState } from './apply-run-event.ts';
import type { ToolHistoryEntry } from './chat-events.ts';

interface BlockPlace {
  readonly step: number;
  readonly index: number;
}

/** Remembers the places of a run's calls and their results, so that a finished call is found without a search. */
export interface CallBlocks {
  note(step: number, event: ContentBlockStart): void;
  /** Returns the input and the result of a call, as the run has them now. */
  entryOf(run: RunState, tool: string, id: string): ToolHistoryEntry;
}

export function createCallBlocks(): CallBlocks {
  const calls = new Map<string, BlockPlace>();
  const results = new Map<string, BlockPlace>();
  return {
    note(step, { index, content_block }) {
      const place = { step, index };
      if (content_block.type === 'tool_use' && content_block.id !== undefined)
        calls.set(content_block.id, place);
      if (content_block.type === 'tool_result') results.set(content_block.tool_use_id, place);
    },
    entryOf(run, tool, id) {
      const call = blockAt(run, calls.get(id));
      const result = blockAt(run, results.get(id));
      // A restarted step may have another block at that place.
      const asked = call?.type === 'tool_use' && call.id === id ? call.input : undefined;
      const given = result?.type === 'tool_result' && result.tool_use_id === id ? result : undefined;
      return {
        tool_name: tool,
        input: run.tools.get(id)?.input ?? asked,
        output: given?.content,
        tool_use_id: id,
        ...(given?.is_error && { is_error: true }),
      };
    },
  };
}

function blockAt({ steps }: RunState, place: BlockPlace | undefined): ContentBlock | undefined {
  if (place === undefined) return undefined;
  return steps.findLast(({ step }) => step === place.step)?.message?.content[place.index];
}
