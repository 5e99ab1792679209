import {
  applyRunEvent,
  createRunState,
  createSseDecoder,
  type StoredEvent,
} from '../../../packages/engine/src/index.ts';
import { isRunEnd, type RunState } from '../../../packages/engine/src/run.ts';
import type { Bus } from '../../../packages/server/src/agent/log/bus.ts';
import type { Clock } from '../../../packages/server/src/agent/log/clock.ts';
import { createRunFeed } from '../../../packages/server/src/http/stream/run-feed.ts';
import { sendRun } from '../../../packages/server/src/http/stream/send-run.ts';
import type { RunStore, SseStream } from '../../../packages/server/src/index.ts';
import type { Random } from './random.ts';
import { Violation } from './violation.ts';

export interface WatcherOptions {
  readonly store: RunStore;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly runId: string;
  /** Decides where the connection breaks. */
  readonly random: Random;
  /** The id that a reader names when it comes back. A seeded bug names another one. */
  readonly resumeAt: (id: string) => string;
}

export interface Watcher {
  readonly state: () => RunState;
  readonly problem: () => unknown;
  /** Its server dies: it comes back to another one. */
  breakOff(): void;
  close(): void;
}

/** Reads a run as the page does, through the server's own stream, breaks off now and then and comes back. */
export function createWatcher({ store, bus, clock, runId, random, resumeAt }: WatcherOptions): Watcher {
  let state = createRunState();
  let lastId = '';
  let problem: unknown;
  let over = false;
  let open = new AbortController();

  function take(data: string, id: string): void {
    // The line that our own server prints of its log.
    const event = JSON.parse(data) as StoredEvent;
    if (event.seq !== state.seq + 1) {
      throw new Violation('watcher', `event ${event.seq} came after event ${state.seq}`);
    }
    lastId = id;
    state = applyRunEvent(state, event);
    over = isRunEnd(event);
  }

  async function connect(): Promise<void> {
    const run = await store.getRun(runId);
    if (run === undefined) throw new Violation('watcher', 'the run is gone');
    const gone = new AbortController();
    open = gone;
    let bytes = 1 + random.int(4_000);
    const decoder = createSseDecoder({
      onEvent({ event, data, id }) {
        if (event === 'resync') throw new Violation('watcher', `the server does not know ${lastId}`);
        take(data, id);
      },
    });
    const stream: SseStream = {
      signal: gone.signal,
      send(text) {
        if (gone.signal.aborted) return;
        // The connection may break in the middle of an event.
        guard(() => decoder.feed(text.slice(0, bytes)));
        bytes -= text.length;
        if (bytes <= 0) breakOff();
      },
      async ready() {},
      end() {},
    };
    const feed = createRunFeed({ store, bus, clock });
    await sendRun({
      feed,
      run,
      format: 'run',
      lastId: lastId && resumeAt(lastId),
      openStream: () => stream,
    });
  }

  function guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      problem ??= error;
      open.abort('gone');
    }
  }

  function breakOff(): void {
    open.abort('gone');
    if (!over) reconnect();
  }

  function reconnect(): void {
    if (problem === undefined) connect().catch((error: unknown) => (problem ??= error));
  }

  reconnect();
  return { state: () => state, problem: () => problem, breakOff, close: () => open.abort('gone') };
}
