import { expect, test } from 'vitest';
import { openMemoryStore } from '../../../../../fixtures/whole-store.ts';
import type { Clock } from '../log/clock.ts';
import { createLeases } from './leases.ts';
import { lookForRuns } from './look-for-runs.ts';

test('L12 a run that waits until a time is looked for then, not at the next round', async () => {
  const store = openMemoryStore();
  let now = 1_000;
  const waits: { readonly ms: number; readonly call: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    steady: () => now,
    after(ms, call) {
      waits.push({ ms, call });
      return () => {};
    },
  };
  const leases = createLeases(clock, 30_000, true);
  await store.createChat('c', now);
  await store.postMessage({
    commandId: 'x',
    chatId: 'c',
    messageId: 'm',
    runId: 'r',
    text: 'Hi',
    model: 'm',
    ts: now,
  });
  const run = await store.claimRun('r', { owner: 'me', now, leaseMs: 30_000 });
  await store.park({ runId: 'r', fence: run?.fence ?? 0 }, 0, now + 400);
  const started: string[] = [];
  const looking = lookForRuns({
    ...{ store, clock, leases, sole: true, renewMs: 10_000 },
    isWorking: () => false,
    start: (runId) => started.push(runId),
    tell: (what) => expect.fail(what),
  });
  await looking.begin();
  expect(started).toEqual([]);
  expect(waits.map(({ ms }) => ms)).toEqual([400]);
  now += 400;
  waits[0]?.call();
  await expect.poll(() => started).toContain('r');
  looking.end();
});
