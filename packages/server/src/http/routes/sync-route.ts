import { encodeSse } from '@millrace/engine';
import type { ChatChanges, ChatSummary } from '@millrace/engine/run';
import { type Bus, CHATS_TOPIC } from '../../agent/log/bus.ts';
import type { ChatStore } from '../../store/store.ts';
import { StoreError } from '../../store/store-error.ts';
import type { OpenDevices } from '../stream/open-devices.ts';
import type { SseStream } from '../stream/sse-stream.ts';

export interface SyncParts {
  readonly store: ChatStore;
  readonly bus: Bus;
  readonly devices: OpenDevices;
  /** The device that reads. */
  readonly device: string;
}

/**
 * Sends the chat list and, from then on, each line of it that changes. A line is whole, so sending one twice does no harm
 * and a reader that comes back just starts again.
 */
export async function sendChats(parts: SyncParts, stream: SseStream): Promise<void> {
  const { store, bus, devices, device } = parts;
  const sent = new Map<string, string>();
  let wake = (): void => {};
  let stale = true;
  let told = '[]';
  const look = (): void => {
    stale = true;
    wake();
  };
  const ends = [bus.subscribe(CHATS_TOPIC, look), devices.subscribe(look)];
  stream.signal.addEventListener('abort', () => wake());
  try {
    for (let first = true; !stream.signal.aborted; first = false) {
      stale = false;
      const all = await store.listChats();
      const chats = all.filter((chat) => remember(sent, chat));
      const gone = forget(sent, all);
      const others = devices.others(device);
      const isNews = JSON.stringify(others) !== told;
      told = JSON.stringify(others);
      const news: ChatChanges = {
        chats,
        ...(gone.length > 0 && { gone }),
        ...(isNews && { devices: others }),
      };
      if (chats.length + gone.length > 0 || isNews || first)
        stream.send(encodeSse({ data: JSON.stringify(news) }));
      await stream.ready();
      if (!stale && !stream.signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } catch (error) {
    // The watch of the store reports its trouble.
    if (!(error instanceof StoreError)) console.error('The chat list could not be read:', error);
  } finally {
    for (const end of ends) end();
    stream.end();
  }
}

/** The chats that were sent and are not there any more. */
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
