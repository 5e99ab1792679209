import { hasEnded } from './course.ts';
import type { Stored } from './stored.ts';
import { must } from './violation.ts';

/**
 * Looks at the chat after each operation: one run at most has the floor, nobody in the background asks a person or calls
 * the model, and a message comes into the chat only from the run that had the floor.
 */
export function watchFloor(stored: Stored): () => void {
  let last: string | undefined;
  let written = 0;
  return () => {
    const [runs, messages] = [stored.runs(), stored.messages()];
    const open = [...runs.values()].filter((run) => !hasEnded(run) && !run.row.background);
    const names = open.map(({ row }) => row.id).join(' and ');
    must(open.length <= 1, 'floor', () => `${names} have the floor at once`);
    for (const { row, log } of runs.values()) {
      if (!row.background) continue;
      const loud = log.find(({ type }) => type === 'approval_request' || type === 'message_start');
      // Its first message, when its tool is done, is not a model's, and nobody sees it yet.
      const isOwn = loud?.type !== 'message_start' || log.filter(({ type }) => type === loud.type).length > 1;
      must(loud === undefined || !isOwn, 'floor', () => `${row.id} does ${loud?.type} in the background`);
    }
    for (const id of messages.slice(written)) {
      // A stopped run says so at once.
      const isStopped = runs.get(id)?.row.cancelAt !== null;
      if (runs.has(id) && !isStopped)
        must(last === id, 'floor', () => `${id} spoke while ${last} had the floor`);
    }
    written = messages.length;
    last = open[0]?.row.id;
  };
}
