import { setTimeout as sleep } from 'node:timers/promises';
import { applyRunEvent, createRunState, createSseDecoder, type StoredEvent } from '@millrace/engine';
import { formatPosition, isRunEnd, type RunState } from '@millrace/engine/run';
import type { SseEvent } from '@millrace/engine/sse';
import type { Device } from './device.ts';
import type { Findings } from './findings.ts';
import type { Random } from './random.ts';

export interface Watch {
  readonly runId: string;
  readonly device: Device;
  readonly random: Random;
  readonly findings: Findings;
  /** One that is patient leaves only when its connection breaks. */
  readonly patient: boolean;
  /** After each event, with what the log adds up to so far. */
  readonly onState: (state: RunState) => void;
  /** Tells whether somebody has seen the end of the run. */
  readonly hasEnded: () => boolean;
  readonly signal: AbortSignal;
}

export interface Seen {
  readonly events: readonly StoredEvent[];
  readonly state: RunState;
  readonly resyncs: number;
  readonly connections: number;
}

/** Watches a run to its end over any number of connections, each to any server. */
export async function watchRun(watch: Watch): Promise<Seen> {
  const view = new View(watch);
  while (!view.ended && !watch.signal.aborted) {
    view.connections += 1;
    await readOnce(watch, view);
    if (!view.ended) await sleep(watch.random.between(20, 300));
  }
  return view;
}

class View implements Seen {
  readonly #watch: Watch;
  events: StoredEvent[] = [];
  state = createRunState();
  resyncs = 0;
  connections = 0;
  lastId = '';
  ended = false;

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  take({ id, event: name, data }: SseEvent): void {
    if (name === 'resync') {
      this.resyncs += 1;
      this.events = [];
      this.state = createRunState();
      this.lastId = '';
      return;
    }
    const { runId, findings } = this.#watch;
    // The server speaks the log's own words.
    const event = JSON.parse(data) as StoredEvent;
    const about = `run ${runId}: event ${event.seq} after ${this.state.seq}`;
    if (event.seq > this.state.seq + 1) findings.add('gaps', about);
    if (event.seq <= this.state.seq) findings.add('duplicates', about);
    if (id !== formatPosition(event)) findings.add('mismatched views', `${about} has id ${id}`);
    this.lastId = id;
    this.events.push(event);
    this.state = applyRunEvent(this.state, event);
    this.ended = isRunEnd(event);
    this.#watch.onState(this.state);
  }
}

/** So long an open connection may say nothing of an end that others know. */
const STALLED_MS = 25_000;

/** One connection. Its time is counted from the answer on: how long a busy machine takes to give one says nothing. */
async function readOnce(watch: Watch, view: View): Promise<void> {
  const { device, random, patient, runId, findings, signal } = watch;
  const enough = new AbortController();
  const either = AbortSignal.any([enough.signal, signal]);
  let leaving: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  function listen(): void {
    clearTimeout(silence);
    silence = setTimeout(() => {
      if (!watch.hasEnded()) return listen();
      findings.add('stalled watchers', `run ${runId}: at ${view.state.seq} long after its end`);
      enough.abort();
    }, STALLED_MS);
  }
  try {
    const answer = await device.watch(`/api/runs/${runId}/events`, view.lastId, either);
    if (!answer.ok || answer.body === null) return void (await answer.body?.cancel());
    if (!patient) leaving = setTimeout(() => enough.abort(), random.between(30, 1_500));
    listen();
    const decoder = createSseDecoder({
      onEvent(event) {
        if (either.aborted) return;
        // Heartbeats are no news.
        listen();
        view.take(event);
      },
    });
    for await (const bytes of answer.body) {
      decoder.feed(bytes);
      if (view.ended || either.aborted) return;
    }
  } catch {
    // A broken connection: the next one goes on from the last id.
  } finally {
    clearTimeout(leaving);
    clearTimeout(silence);
    enough.abort();
  }
}
