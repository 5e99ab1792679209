import type { ChatSummary } from '@millrace/engine/run';

/** The sign of all chats in a tab: the first that holds, in this order. */
export interface TabSign {
  readonly sign: 'waiting' | 'unread' | 'running' | 'idle';
  /** How many chats that is. */
  readonly count: number;
}

/** The chat that the person looks at has no news for them. Pure. */
export function tabSignOf(chats: readonly ChatSummary[], looksAt: string | undefined): TabSign {
  const waiting = chats.filter((chat) => chat.waiting).length;
  if (waiting > 0) return { sign: 'waiting', count: waiting };
  const unread = chats.filter(({ id, unread: news }) => news !== undefined && id !== looksAt).length;
  if (unread > 0) return { sign: 'unread', count: unread };
  const running = chats.filter(({ run_id }) => run_id !== null).length;
  return { sign: running > 0 ? 'running' : 'idle', count: running };
}
