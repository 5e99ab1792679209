import { ApiError } from '../../client/api-error.ts';
import type { SaveStatus } from '../../embeds/sheet/sheet-edits.ts';

export interface QueueTimes {
  /** Between two saves, so that fast typing does not ask too often. */
  readonly restMs: number;
  /** Before a failed save is tried again. It doubles each time. */
  readonly retryMs: number;
}

export interface QueueParts<Item, Sent> {
  send(id: string, item: Item): Promise<Sent>;
  /** `isLast`: nothing newer waits under this id. */
  onSent(id: string, sent: Sent, isLast: boolean): void;
  /** The status may have changed. */
  onChange(): void;
  readonly times: QueueTimes;
}

/** States that wait to be saved, the newest one of each id, one request at a time. */
export interface SaveQueue<Item> {
  put(id: string, item: Item): void;
  has(id: string): boolean;
  status(): SaveStatus;
  /** Tries again now. */
  retry(): void;
}

const LONGEST_RETRY_MS = 60_000;

/** A state that could not be sent stays and is tried again, if that may help; until then the browser asks before it closes the page. */
export function createSaveQueue<Item, Sent>(parts: QueueParts<Item, Sent>): SaveQueue<Item> {
  const { times } = parts;
  const waiting = new Map<string, Item>();
  const guardPage = createGuard();
  let isSending = false;
  let failure: { readonly failure: unknown } | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function sendNext(): Promise<void> {
    const [next] = waiting;
    if (next === undefined) return;
    const [id, item] = next;
    const sent = await parts.send(id, item);
    const isLast = waiting.get(id) === item;
    if (isLast) waiting.delete(id);
    [failure, failures] = [undefined, 0];
    parts.onSent(id, sent, isLast);
  }

  async function send(): Promise<void> {
    if (isSending) return;
    clearTimeout(timer);
    isSending = true;
    try {
      while (waiting.size > 0) {
        await sendNext();
        guardPage(waiting.size > 0);
        parts.onChange();
        await new Promise((resolve) => setTimeout(resolve, times.restMs));
      }
    } catch (error) {
      failure = { failure: error };
      const delay = Math.min(LONGEST_RETRY_MS, times.retryMs * 2 ** failures++);
      if (isPassing(error)) timer = setTimeout(() => void send(), delay);
    } finally {
      isSending = false;
      parts.onChange();
    }
  }

  return {
    put(id, item) {
      // Sent last of all that waits, as it was changed last.
      waiting.delete(id);
      waiting.set(id, item);
      guardPage(true);
      void send();
    },
    has: (id) => waiting.has(id),
    status: () => failure ?? (waiting.size > 0 ? 'saving' : 'saved'),
    retry: () => void send(),
  };
}

/** Tells whether a failure may be over when it is tried again. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Lets the browser ask before it closes a page that has something unsaved. */
function createGuard(): (isNeeded: boolean) => void {
  if (typeof window === 'undefined') return () => {};
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  return (isNeeded) => {
    if (isNeeded) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  };
}
