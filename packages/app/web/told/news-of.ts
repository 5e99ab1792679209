import type { ChatSummary } from '@millrace/engine/run';

/** Something that happened in a chat and that the person may want to know. */
export interface News {
  readonly chatId: string;
  readonly title: string;
  readonly kind: 'waiting' | 'answer' | 'problem';
}

/** The news of a chat as it is now: it waits for the person, or its newest answer was not read. Pure. */
export function newsIn({ id, title, waiting, unread }: ChatSummary): News | undefined {
  const kind = waiting ? 'waiting' : unread;
  return kind && { chatId: id, title, kind };
}

/** The news that came between two states of the list. All that was there when the person came is none. Pure. */
export function newsOf(before: readonly ChatSummary[] | undefined, now: readonly ChatSummary[]): News[] {
  if (before === undefined) return [];
  const known = new Map(before.map((chat) => [chat.id, chat]));
  return now.flatMap((chat) => {
    const news = newsIn(chat);
    const old = known.get(chat.id);
    const was = old && newsIn(old);
    const isSame = was?.kind === news?.kind && old?.seq === chat.seq && old?.run_id === chat.run_id;
    return news === undefined || isSame ? [] : [news];
  });
}
