import type { ChatSummary } from '@millrace/engine/run';

/** The one mark at the end of a row: the first that holds. The last two say what nobody has read. */
export type Mark = 'waits' | 'works' | 'answer' | 'problem';

const OF_FOLDERS: readonly Mark[] = ['waits', 'works'];

/** The mark of a chat. Pure. */
export function markOf({ run_id, waiting, unread }: ChatSummary): Mark | undefined {
  if (run_id === null) return unread;
  return waiting ? 'waits' : 'works';
}

/** The mark of a closed folder: the hand or the ring of what is inside. Pure. */
export function markOfAll(chats: readonly ChatSummary[]): Mark | undefined {
  const inside = new Set(chats.map(markOf));
  return OF_FOLDERS.find((mark) => inside.has(mark));
}
