import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSseDecoder } from '@millrace/engine/sse';

/** The findings of all watchers. */
export interface Seen {
  events: number;
  /** Numbers that were skipped, and numbers that came again. */
  lost: number;
  doubled: number;
  reconnects: number;
  resyncs: number;
  open: number;
  /** Milliseconds from the model to the watcher. */
  readonly latencies: number[];
}

export const nothingSeen = (): Seen => ({
  ...{ events: 0, lost: 0, doubled: 0, reconnects: 0, resyncs: 0, open: 0 },
  latencies: [],
});

interface Following {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly seen: Seen;
  /** Told of each event, with its number. */
  readonly onEvent?: (data: string) => void;
  /** True for a watcher that measures how long words take. */
  readonly measures: boolean;
  readonly signal: AbortSignal;
}

const END = /^\{"type":"(?:complete|error|cancelled)"/;
const WORD = /\d+@(\d{13}) /g;
const PAUSE_MS = 200;

/** Reads a run to its end, over as many connections as it takes. Returns the number of its last event. */
export async function followRun({
  url,
  headers,
  seen,
  onEvent,
  measures,
  signal,
}: Following): Promise<number> {
  let [last, lastId, isOver] = [0, '', false];
  const onData = (id: string, data: string): void => {
    const now = Date.now();
    const seq = Number(id.split('-')[1]);
    if (!Number.isFinite(seq)) return;
    if (seq <= last) seen.doubled += 1;
    else seen.lost += seq - last - 1;
    last = Math.max(last, seq);
    lastId = id;
    seen.events += 1;
    onEvent?.(data);
    if (measures) for (const [, at] of data.matchAll(WORD)) seen.latencies.push(now - Number(at));
    if (END.test(data)) isOver = true;
  };
  while (!isOver && !signal.aborted) {
    try {
      const answer = await open(
        url,
        { ...headers, ...(lastId !== '' && { 'last-event-id': lastId }) },
        signal,
      );
      seen.open += 1;
      const decoder = createSseDecoder({
        onEvent({ id, data, event }) {
          if (event === 'resync') seen.resyncs += 1;
          else onData(id ?? '', data);
        },
      });
      try {
        for await (const bytes of answer) {
          decoder.feed(bytes as Buffer);
          if (isOver) break;
        }
      } finally {
        seen.open -= 1;
        answer.destroy();
      }
    } catch {
      // A server that is gone is asked again, or another one.
    }
    if (!isOver && !signal.aborted) {
      seen.reconnects += 1;
      await sleep(PAUSE_MS * (0.5 + Math.random()));
    }
  }
  return last;
}

function open(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, agent: false, signal }, (answer) => {
      if (answer.statusCode === 200) resolve(answer);
      else {
        answer.resume();
        reject(new Error(`Status ${answer.statusCode}.`));
      }
    });
    asked.on('error', reject);
    asked.end();
  });
}
