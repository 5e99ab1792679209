import type { ChatSummary } from '@millrace/engine/run';
import type { ChatState, Client } from '@millrace/react';
import { useEffect } from 'react';
import { useLooking } from '../base/use-looking.ts';

/** Tells the server that the person has read an answer, when it is shown and they look at it. */
export function useRead(
  client: Client,
  chatId: string,
  summary: ChatSummary | undefined,
  { messages, status }: ChatState,
): void {
  const isLooking = useLooking();
  const seq = messages.at(-1)?.seq;
  useEffect(() => {
    if (summary?.unread === undefined || !isLooking || status !== 'ready' || seq === undefined) return;
    // Not arrived: the next change of the list or of the page tries again.
    client.markRead(chatId, seq).catch(() => {});
  }, [client, chatId, summary, isLooking, status, seq]);
}
