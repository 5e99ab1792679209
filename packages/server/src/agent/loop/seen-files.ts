import type { MessageRecord, SeenFiles } from '@millrace/engine/run';
import { trusted } from '../log/run-log.ts';
import { type Turn, threadOf } from '../plan/turn.ts';

/**
 * The version of a file that the model of a thread knows: by reading or writing it in this run, or before it in this chat. A sub-agent knows
 * only what it saw itself, and nobody knows what it saw but it.
 */
export async function seenBy(
  { log, store, run }: Pick<Turn, 'log' | 'store' | 'run'>,
  span: string | undefined,
  path: string,
): Promise<string | null | undefined> {
  const now = entry(threadOf(log.state(), span).seen, path);
  if (now !== undefined || span !== undefined) return now;
  const records: readonly MessageRecord[] = await trusted(() => store.readMessages(run.chatId, 0));
  const last = records.findLast(({ id, seen = {} }) => id !== run.id && Object.hasOwn(seen, path));
  return entry(last?.seen ?? {}, path);
}

function entry(seen: SeenFiles, path: string): string | null | undefined {
  return Object.hasOwn(seen, path) ? seen[path] : undefined;
}
