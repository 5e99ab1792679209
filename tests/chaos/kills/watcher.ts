import { setTimeout as sleep } from 'node:timers/promises';
import {
  applyRunEvent,
  createRunState,
  createSseDecoder,
  formatPosition,
  isRunEnd,
  type RunState,
  type SseEvent,
  type StoredEvent,
} from '@millrace/engine';
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

async function readOnce({ device, random, patient, runId, signal }: Watch, view: View): Promise<void> {
  const enough = new AbortController();
  const timer = patient ? undefined : setTimeout(() => enough.abort(), random.between(30, 1_500));
  const either = AbortSignal.any([enough.signal, signal]);
  try {
    const answer = await device.watch(`/api/runs/${runId}/events`, view.lastId, either);
    if (!answer.ok || answer.body === null) return void (await answer.body?.cancel());
    const decoder = createSseDecoder({ onEvent: (event) => either.aborted || view.take(event) });
    for await (const bytes of answer.body) {
      decoder.feed(bytes);
      if (view.ended || either.aborted) return;
    }
  } catch {
    // A broken connection: the next one goes on from the last id.
  } finally {
    clearTimeout(timer);
    enough.abort();
  }
}
