import type { ServerResponse } from 'node:http';

const HEARTBEAT_MS = 15_000;

/** The sending end of one SSE connection. */
export interface SseStream {
  /** Aborted when the connection is gone. */
  readonly signal: AbortSignal;
  /** Queues text; all that is queued in one turn of the event loop leaves in one write. */
  send(text: string): void;
  /** Resolves when the peer has taken enough to be sent more. Wait for it between batches: this bounds the memory. */
  ready(): Promise<void>;
  end(): void;
}

/** Answers a request with an event stream, on Node's own response: a web stream would cost several times as much. */
export function openSse(response: ServerResponse): SseStream {
  const gone = new AbortController();
  let queued = '';
  let ended = false;

  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  response.flushHeaders();
  const heartbeat = setInterval(() => send(': \n\n'), HEARTBEAT_MS);
  response.once('close', () => {
    clearInterval(heartbeat);
    gone.abort();
  });

  function flush(): void {
    if (queued !== '' && !response.destroyed) response.write(queued);
    queued = '';
    if (ended) response.end();
  }

  function send(text: string): void {
    if (ended || text === '') return;
    if (queued === '') setImmediate(flush);
    queued += text;
  }

  return {
    signal: gone.signal,
    send,
    async ready() {
      await new Promise(setImmediate);
      if (!response.writableNeedDrain || response.destroyed) return;
      await new Promise<void>((resolve) => {
        response.once('drain', resolve);
        response.once('close', resolve);
      });
    },
    end() {
      if (ended) return;
      ended = true;
      if (queued === '') flush();
    },
  };
}
