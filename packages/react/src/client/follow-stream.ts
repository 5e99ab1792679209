import { createSseDecoder } from '@millrace/engine';
import type { SseEvent } from '@millrace/engine/sse';
import { ApiError, refusal } from './api-error.ts';

export interface FollowOptions {
  /** Opens the stream after the event with this id; resolves with the refusal of a server that will not serve it. */
  readonly connect: (lastId: string, signal: AbortSignal) => Promise<Response | ApiError>;
  readonly onEvent: (event: SseEvent) => void;
  /** `lost` when the connection breaks, `open` when events flow again. */
  readonly onConnection?: (connection: 'open' | 'lost') => void;
  /** The server has ended the stream; the client will connect again. */
  readonly onEnd?: () => void;
  /** The server refused the stream: it is over. */
  readonly onRefused?: (error: ApiError) => void;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
/** Three heartbeats of the server without a byte: the connection is dead, even if the browser thinks it is open. */
const SILENCE_MS = 45_000;
/** A hidden tab gives its connection back: browsers allow six to one server, for all tabs together. */
const HIDDEN_MS = 30_000;

/**
 * Reads an event stream until the returned function is called. Comes back by itself after each break and
 * names the last id it saw, so that the server continues from there.
 */
export function followStream(options: FollowOptions): () => void {
  const stopped = new AbortController();
  void follow(options, stopped.signal);
  return () => stopped.abort();
}

async function follow(options: FollowOptions, stopped: AbortSignal): Promise<void> {
  const { onConnection, onRefused } = options;
  let lastId = '';
  let wait = FIRST_WAIT_MS;
  while (!stopped.aborted) {
    await visible(stopped);
    try {
      const refused = await readOnce(options, stopped, lastId, (event) => {
        if (event.id !== '') lastId = event.id;
        wait = FIRST_WAIT_MS;
      });
      if (refused !== undefined && !stopped.aborted) return onRefused?.(refused);
    } catch {
      // A broken connection: reported below, tried again after a while.
    }
    if (stopped.aborted) return;
    onConnection?.('lost');
    await pause(wait, stopped);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

/** One connection, read to its end. Resolves with the refusal of a server that will not serve this stream at all. */
async function readOnce(
  { connect, onEvent, onConnection, onEnd }: FollowOptions,
  stopped: AbortSignal,
  lastId: string,
  seen: (event: SseEvent) => void,
): Promise<ApiError | undefined> {
  const connection = new AbortController();
  const drop = (): void => connection.abort();
  const forget = dropWhenHidden(drop);
  stopped.addEventListener('abort', drop);
  let silence = setTimeout(drop, SILENCE_MS);
  try {
    const response = await connect(lastId, connection.signal);
    if (response instanceof ApiError) return response;
    if (stopped.aborted) return undefined;
    if (response.body === null) throw new TypeError('The stream has no body.');
    onConnection?.('open');
    const decoder = createSseDecoder({
      onEvent(event) {
        if (stopped.aborted) return;
        seen(event);
        onEvent(event);
      },
    });
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      clearTimeout(silence);
      if (done && !stopped.aborted) onEnd?.();
      if (done || stopped.aborted) return undefined;
      silence = setTimeout(drop, SILENCE_MS);
      decoder.feed(value);
    }
  } finally {
    clearTimeout(silence);
    forget();
    stopped.removeEventListener('abort', drop);
    connection.abort();
  }
}

/** Opens the stream at an address. */
export function streamAt(ask: typeof fetch, url: string): FollowOptions['connect'] {
  return async (lastId, signal) => {
    const headers: Record<string, string> = { accept: 'text/event-stream' };
    if (lastId !== '') headers['last-event-id'] = lastId;
    const response = await ask(url, { headers, signal, cache: 'no-store' });
    if (response.ok) return response;
    const error = await refusal(response);
    if (isPassing(error)) throw error;
    return error;
  };
}

/** 5xx and 429 may pass; any other refusal will be the same next time. */
export function isPassing({ status }: ApiError): boolean {
  return status >= 500 || status === 429;
}

/** Listens to events of the page until the returned function is called. A Node program has no page, and gets none. */
function onPage(name: 'visibilitychange' | 'online', heard: () => void): () => void {
  if (typeof document === 'undefined') return () => {};
  const target = name === 'online' ? window : document;
  target.addEventListener(name, heard);
  return () => target.removeEventListener(name, heard);
}

function isHidden(): boolean {
  return typeof document !== 'undefined' && document.visibilityState === 'hidden';
}

function dropWhenHidden(drop: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function changed(): void {
    clearTimeout(timer);
    if (isHidden()) timer = setTimeout(drop, HIDDEN_MS);
  }
  changed();
  const forget = onPage('visibilitychange', changed);
  return () => {
    clearTimeout(timer);
    forget();
  };
}

function visible(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    function check(): void {
      if (isHidden() && !stopped.aborted) return;
      forget();
      stopped.removeEventListener('abort', check);
      resolve();
    }
    const forget = onPage('visibilitychange', check);
    stopped.addEventListener('abort', check);
    check();
  });
}

/** Waits, but not longer than until the network or the person comes back. */
function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(go, ms);
    const forget = onPage('online', go);
    stopped.addEventListener('abort', go);
    function go(): void {
      clearTimeout(timer);
      forget();
      stopped.removeEventListener('abort', go);
      resolve();
    }
  });
}
