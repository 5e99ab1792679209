import { setMaxListeners } from 'node:events';
import type { StoredEvent } from '@millrace/engine';
import type { RunEvent } from '@millrace/engine/run';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import { openMemoryStore, type WholeStore } from '../../../../../fixtures/whole-store.ts';
import { createBus, runTopic } from '../../agent/log/bus.ts';
import type { Clock } from '../../agent/log/clock.ts';
import type { RunStore } from '../../store/store.ts';
import { StoreLostError } from '../../store/store-error.ts';
import { createRunFeed } from './run-feed.ts';

const said = (text: string): RunEvent => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text },
});

const stillClock: Clock = { now: () => 1, after: () => () => {} };

/** A run in a store, claimed once. */
async function openRun(store: WholeStore): Promise<void> {
  await store.createChat('chat', 1);
  const ids = { commandId: 'c', chatId: 'chat', messageId: 'm', runId: 'run' };
  await store.postMessage({ ...ids, text: 'x', model: 'x', ts: 1 });
  await store.claimRun('run', { owner: 'test', now: 1, leaseMs: 1_000 });
}

test('C275 what a run of this process writes reaches a hundred watchers by one read of the log', async () => {
  const store = openMemoryStore();
  await openRun(store);
  let reads = 0;
  const counting: RunStore = {
    ...store,
    readEvents(...args) {
      reads += 1;
      return store.readEvents(...args);
    },
  };
  const bus = createBus();
  const feed = createRunFeed({ store: counting, bus, clock: stillClock });
  const never = new AbortController().signal;
  setMaxListeners(0, never);
  const watches = Array.from({ length: 100 }, () => feed.watch({ id: 'run', lastSeq: 0 }));
  for (let seq = 0; seq < 50; seq += 1) {
    const waiting = watches.map((watch) => watch.next(seq, never));
    const stored = await store.append({ runId: 'run', fence: 1 }, seq, [said(`${seq}`)], 1, 'relaxed');
    if (stored === 'behind') throw new Error('Nobody else writes.');
    bus.publish(runTopic('run'), undefined, stored);
    const lines = await Promise.all(waiting);
    expect(new Set(lines.map(([line]) => line)).size).toBe(1);
    expect(lines[0]).toMatchObject([{ event: stored[0] }]);
  }
  expect(reads).toBeLessThanOrEqual(2);
  for (const watch of watches) watch.close();
  await store.close();
});

test('C275 watchers who read slower than a model writes find some thousand lines without a read', async () => {
  let reads = 0;
  const store = {
    async readEvents(): Promise<StoredEvent[]> {
      reads += 1;
      return [];
    },
  } as Pick<RunStore, 'readEvents'> as RunStore;
  const bus = createBus();
  const feed = createRunFeed({ store, bus, clock: stillClock });
  const watches = Array.from({ length: 100 }, () => feed.watch({ id: 'run', lastSeq: 0 }));
  const gone = AbortSignal.abort();
  await watches[0]?.next(0, gone);
  const all = Array.from({ length: 4_000 }, (_, i) => ({
    ...said(`${i}`),
    ...{ seq: i + 1, fence: 1, ts: 1 },
  })) as StoredEvent[];
  for (let i = 0; i < all.length; i += 100) bus.publish(runTopic('run'), undefined, all.slice(i, i + 100));
  const never = new AbortController().signal;
  setMaxListeners(0, never);
  for (const [i, watch] of watches.entries()) {
    // Each of them is at another place.
    const seen: number[] = [i];
    while ((seen.at(-1) ?? 0) < all.length)
      for (const { event } of await watch.next(seen.at(-1) ?? 0, never)) seen.push(event.seq);
    expect(seen).toHaveLength(all.length - i + 1);
    watch.close();
  }
  expect(reads).toBe(1);
});

test('C275 the secrets of a call that was handed over stay on the server', async () => {
  const store = openMemoryStore();
  await openRun(store);
  const bus = createBus();
  const watch = createRunFeed({ store, bus, clock: stillClock }).watch({ id: 'run', lastSeq: 0 });
  const never = new AbortController().signal;
  const done: RunEvent = { type: 'tool_complete', tool: 'write', tool_use_id: 't', undo: { path: 'secret' } };
  let seq = 0;
  for (const event of [said('first'), done]) {
    const waiting = watch.next(seq, never);
    const stored = await store.append({ runId: 'run', fence: 1 }, seq, [event], 1, 'relaxed');
    if (stored !== 'behind') bus.publish(runTopic('run'), undefined, stored);
    const [line] = await waiting;
    expect(line?.text).not.toContain('secret');
    seq += 1;
  }
  watch.close();
  await store.close();
});

/** A log that may be written, told of in four ways, and cut by a database that lost its newest events. */
type Act =
  | { readonly type: 'hand' | 'hint' | 'silent' | 'twice'; readonly count: number }
  | { readonly type: 'claim' }
  | { readonly type: 'late' }
  | { readonly type: 'lose'; readonly count: number }
  | { readonly type: 'read'; readonly watcher: number }
  | { readonly type: 'slow'; readonly watcher: number };

const count = fc.integer({ min: 1, max: 5 });
const watcher = fc.nat({ max: 2 });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constantFrom('hand', 'hint', 'silent', 'twice'), count }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('claim') }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('late') }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('lose'), count: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('read'), watcher }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('slow'), watcher }) },
);

test('C275 handed over, told of late, twice or not at all: a watcher gets the log, or hears that it was lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
      const bus = createBus();
      let [log, fence]: [StoredEvent[], number] = [[], 1];
      /** Holds a read of the log back until somebody lets it go. */
      let gate: Promise<void> = Promise.resolve();
      const store = {
        async readEvents(_run: string, after: number, limit: number): Promise<StoredEvent[]> {
          const found = log.filter(({ seq }) => seq > after).slice(0, limit);
          await gate;
          return found;
        },
      } as Pick<RunStore, 'readEvents'> as RunStore;
      const feed = createRunFeed({ store, bus, clock: stillClock });
      const readers = [0, 1, 2].map(() => ({
        watch: feed.watch({ id: 'run', lastSeq: 0 }),
        seen: [] as StoredEvent[],
        busy: false,
        lost: false,
      }));
      let cut = false;
      let last: StoredEvent[] = [];
      const look = async (at: number): Promise<void> => {
        const reader = readers[at];
        if (reader === undefined || reader.lost || reader.busy) return;
        reader.busy = true;
        try {
          // A signal that is over lets nobody wait: it reads, and takes what is there.
          const mine = new AbortController();
          const lines = reader.watch.next(reader.seen.at(-1)?.seq ?? 0, mine.signal);
          setImmediate(() => setImmediate(() => mine.abort()));
          reader.seen.push(...(await lines).map(({ event }) => event));
        } catch (error) {
          if (!(error instanceof StoreLostError)) throw error;
          reader.lost = true;
        }
        reader.busy = false;
      };
      const write = (many: number): StoredEvent[] => {
        const first = (log.at(-1)?.seq ?? 0) + 1;
        const events = Array.from({ length: many }, (_, i) => ({
          ...said(`${fence}:${first + i}`),
          ...{ seq: first + i, fence, ts: 1 },
        })) as StoredEvent[];
        log = [...log, ...events];
        return events;
      };
      const slow: Promise<void>[] = [];
      for (const each of acts) {
        if (each.type === 'claim') fence += 1;
        // The last events come once more, long after they were written.
        else if (each.type === 'late') bus.publish(runTopic('run'), undefined, last);
        else if (each.type === 'lose') {
          // Their writer claims again before it writes anything else.
          cut ||= log.length > 0;
          log = log.slice(0, -each.count);
          fence += 1;
        } else if (each.type === 'read') await look(each.watcher);
        else if (each.type === 'slow') {
          let go = (): void => {};
          gate = new Promise((resolve) => {
            go = resolve;
          });
          slow.push(look(each.watcher));
          last = write(2);
          bus.publish(runTopic('run'), undefined, last);
          gate = Promise.resolve();
          go();
        } else {
          const events = write(each.count);
          last = events;
          if (each.type === 'hand' || each.type === 'twice') bus.publish(runTopic('run'), undefined, events);
          if (each.type === 'twice') bus.publish(runTopic('run'), undefined, events);
          if (each.type === 'hint') bus.publish(runTopic('run'));
        }
      }
      await Promise.all(slow);
      // The last hint: whoever looks now has all, unless its log was lost.
      write(1);
      bus.publish(runTopic('run'));
      for (const [at, reader] of readers.entries()) {
        await look(at);
        for (let tries = 0; tries < 60 && !reader.lost; tries += 1)
          if (reader.seen.at(-1)?.seq !== log.at(-1)?.seq) await look(at);
        if (!cut) expect(reader.lost).toBe(false);
        if (!reader.lost) expect(reader.seen).toEqual(log);
        expect(reader.seen.map(({ seq }) => seq)).toEqual(reader.seen.map((_, i) => i + 1));
        reader.watch.close();
      }
    }),
    { numRuns: runs(1200) },
  );
});
