import type { ChangedLines, ProposedChange, RunTool } from '@millrace/engine/run';
import type { CallState } from './call-state.ts';

/** Until it has run, only the proposed change is known. */
const PROPOSED: ReadonlySet<CallState> = new Set(['waiting', 'decided', 'running']);

/** How many lines a call has changed in files, or would change; undefined when it is not known, or none. Pure. */
export function lineChanges(tool: RunTool | undefined, state: CallState): ChangedLines | undefined {
  const { changed, approval, decision } = tool ?? {};
  // The lines of a person's edit are not those that the question shows.
  const isProposed = PROPOSED.has(state) && decision?.type !== 'edit';
  const lines = changed ?? (isProposed ? proposedLines(approval?.change) : undefined);
  return lines === undefined || lines.added + lines.removed === 0 ? undefined : lines;
}

function proposedLines({ files }: ProposedChange = { files: [], shows: [] }): ChangedLines | undefined {
  let [added, removed] = [0, 0];
  for (const file of files) {
    if (file.diff === undefined && file.added + file.removed === 0) return undefined;
    added += file.added;
    removed += file.removed;
  }
  return { added, removed };
}
