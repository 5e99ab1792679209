import type { ServerResponse } from 'node:http';
import { AI_SDK_VERSION_HEADER, HEARTBEAT_HEADER } from '@millrace/engine/run';

export const HEARTBEAT_MS = 15_000;
export const BEAT = ': \n\n';

/** The sending end of one SSE connection. */
export interface SseStream {
  /** Aborted when the connection is gone. */
  readonly signal: AbortSignal;
  /** Queues text; all that is queued in one turn of the event loop leaves in one write. */
  send(text: string): void;
  /** Sends what is queued and resolves when the peer can take more. Wait for it between batches: this bounds the memory. */
  ready(): Promise<void>;
  end(): void;
}

/** A stream, and the answer that the route gives for it. */
export interface OpenedStream extends SseStream {
  readonly answer: Response;
}

/** How the AI SDK knows its own stream. */
export const AI_SDK_HEADERS = { 'x-vercel-ai-ui-message-stream': 'v1' };

/** A request whose headers can be read. */
interface Asked {
  readonly req: { header(name: string): string | undefined };
}

/** The major version of the AI SDK that reads, as its app says: the AI SDK itself does not. */
export function aiSdkVersion(c: Asked): number {
  const said = Number.parseInt(c.req.header(AI_SDK_VERSION_HEADER) ?? '', 10);
  return Number.isNaN(said) ? OLDEST_AI_SDK : said;
}

const OLDEST_AI_SDK = 6;

/** Answers a request with an event stream, on Node's own response: a web stream would cost several times as much. */
export function openSse(response: ServerResponse, headers: Readonly<Record<string, string>> = {}): SseStream {
  const gone = new AbortController();
  let queued = '';
  let scheduled = false;
  let ended = false;

  response.writeHead(200, { ...SSE_HEADERS, ...headers });
  response.flushHeaders();
  // A proxy may pass the headers on and hold the rest back: the first beat shows the reader that events will come.
  response.write(BEAT);
  keepAlive(response);
  // The client may have left while its request was being checked; then no event reports it any more.
  if (response.destroyed) gone.abort();
  else response.once('close', () => gone.abort());
  // 'close' reports a broken connection.
  response.on('error', () => {});

  function flush(): void {
    if (queued !== '' && !response.destroyed) response.write(queued);
    queued = '';
  }

  function flushLater(): void {
    scheduled = false;
    flush();
  }

  return {
    signal: gone.signal,
    send(text) {
      if (ended) return;
      queued += text;
      if (scheduled) return;
      scheduled = true;
      setImmediate(flushLater);
    },
    async ready() {
      flush();
      if (response.writableNeedDrain && !response.destroyed) await drained(response);
      else await new Promise(setImmediate);
    },
    end() {
      if (ended) return;
      ended = true;
      flush();
      response.end();
    },
  };
}

export const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  [HEARTBEAT_HEADER]: String(HEARTBEAT_MS),
};

/** Lets proxies and clients see within 15 s whether a silent connection is alive. */
function keepAlive(response: ServerResponse): void {
  if (response.destroyed) return;
  const heartbeat = setInterval(() => {
    // A reader that is behind has enough to read.
    if (!response.writableEnded && !response.writableNeedDrain) response.write(BEAT);
  }, HEARTBEAT_MS);
  response.once('close', () => clearInterval(heartbeat));
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    function go(): void {
      response.off('drain', go);
      response.off('close', go);
      resolve();
    }
    response.on('drain', go);
    response.on('close', go);
  });
}
