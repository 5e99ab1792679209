import { type ChatSummary, encodeSse } from '@millrace/engine';
import { type Bus, CHATS_TOPIC } from '../agent/bus.ts';
import { type ChatStore, StoreError } from '../store/store.ts';
import type { SseStream } from './sse-stream.ts';

/**
 * Sends the chat list and, from then on, each line of it that changes. A line is whole, so sending one twice does no harm
 * and a reader that comes back just starts again.
 */
export async function sendChats(store: ChatStore, bus: Bus, stream: SseStream): Promise<void> {
  const sent = new Map<string, string>();
  let wake = (): void => {};
  let stale = true;
  const unsubscribe = bus.subscribe(CHATS_TOPIC, () => {
    stale = true;
    wake();
  });
  stream.signal.addEventListener('abort', () => wake());
  try {
    for (let first = true; !stream.signal.aborted; first = false) {
      stale = false;
      const all = await store.listChats();
      const chats = all.filter((chat) => remember(sent, chat));
      const gone = forget(sent, all);
      const news = { chats, ...(gone.length > 0 && { gone }) };
      if (chats.length + gone.length > 0 || first) stream.send(encodeSse({ data: JSON.stringify(news) }));
      await stream.ready();
      if (!stale && !stream.signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } catch (error) {
    // Trouble of the store is told by its watch.
    if (!(error instanceof StoreError)) console.error('The chat list could not be read:', error);
  } finally {
    unsubscribe();
    stream.end();
  }
}

/** The chats that were told of and are not there any more. */
function forget(sent: Map<string, string>, chats: readonly ChatSummary[]): string[] {
  if (sent.size === chats.length) return [];
  const there = new Set(chats.map(({ id }) => id));
  const gone = [...sent.keys()].filter((id) => !there.has(id));
  for (const id of gone) sent.delete(id);
  return gone;
}

function remember(sent: Map<string, string>, chat: ChatSummary): boolean {
  const json = JSON.stringify(chat);
  if (sent.get(chat.id) === json) return false;
  sent.set(chat.id, json);
  return true;
}
