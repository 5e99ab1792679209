import { BEAT, HEARTBEAT_MS, type OpenedStream, SSE_HEADERS } from './sse-stream.ts';

/** As much text as may wait for a reader before `ready` waits for it too. */
const HIGH_WATER = 64 * 1024;

/**
 * Answers a request with an event stream of the web platform, where Node's own response is not known. `asking` is the signal of the
 * request. It keeps to the same order and bounds as `openSse`, and costs more.
 */
export function openWebSse(
  asking: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): OpenedStream {
  const gone = new AbortController();
  const encoder = new TextEncoder();
  let queued = '';
  let scheduled = false;
  let ended = false;
  let wake = (): void => {};
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  const body = new ReadableStream<Uint8Array>(
    {
      start(own) {
        controller = own;
        own.enqueue(encoder.encode(BEAT));
      },
      pull: () => wake(),
      cancel: leave,
    },
    { highWaterMark: HIGH_WATER, size: (chunk) => chunk?.byteLength ?? 0 },
  );
  const heartbeat = setInterval(() => {
    // A reader that is behind has enough to read.
    if (!isBehind()) write(BEAT);
  }, HEARTBEAT_MS);
  if (asking.aborted) leave();
  else asking.addEventListener('abort', leave, { once: true });

  function isBehind(): boolean {
    return (controller?.desiredSize ?? 0) <= 0;
  }

  function write(text: string): void {
    if (text !== '' && !gone.signal.aborted) controller?.enqueue(encoder.encode(text));
  }

  function flush(): void {
    const text = queued;
    queued = '';
    write(text);
  }

  function flushLater(): void {
    scheduled = false;
    flush();
  }

  /** Nobody reads any more. */
  function leave(): void {
    if (gone.signal.aborted) return;
    clearInterval(heartbeat);
    gone.abort();
    wake();
    if (ended) return;
    ended = true;
    try {
      controller?.close();
    } catch {
      // The reader has cancelled it.
    }
  }

  return {
    answer: new Response(body, { headers: { ...SSE_HEADERS, ...headers } }),
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
      if (isBehind() && !gone.signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      else await new Promise(setImmediate);
    },
    end() {
      if (ended) return;
      flush();
      leave();
    },
  };
}
