import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askedHash } from '../../../../../fixtures/asked-hash.ts';
import { silentModel } from '../../../../../fixtures/silent-model.ts';
import { openMemoryStore, type WholeStore as Store } from '../../../../../fixtures/whole-store.ts';
import type { Model } from '../../models/adapter/model.ts';
import { catalogOf } from '../../models/catalog/catalog.ts';
import { decision, message, request } from '../../store/contract/place-contract.ts';
import type { Tool } from '../../tools/define/tool.ts';
import { createBus } from '../log/bus.ts';
import { createRunner, type Runner } from './runner.ts';

const LEASE_MS = 5_000;
/** Says nothing until it is told to stop. */
const endless: Model = {
  ...silentModel,
  async *stream(_request, signal) {
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    yield { type: 'message_stop' };
  },
};

let store: Store;
const runners: Runner[] = [];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: 1_000_000 });
  store = openMemoryStore();
  await store.createChat('chat-1', 1);
  await store.postMessage(message());
});
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop();
  vi.useRealTimers();
});

function runner(model: Model, sole = false): Runner {
  const made = createRunner({ store, bus: createBus(), models: catalogOf([model]), sole });
  runners.push(made);
  return made;
}
const status = async () => (await store.getRun('run-1'))?.status;
const owner = async () => (await store.getRun('run-1'))?.owner;
/** Lets what was started come to its next wait. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A process that claimed the run just now, and died. */
const crash = () => store.claimRun('run-1', { owner: 'dead', now: Date.now(), leaseMs: LEASE_MS });

test('L12 a server that is alone takes up at once what a crashed one had claimed', async () => {
  await crash();
  await runner(silentModel, true).resume();
  await vi.waitFor(async () => expect(await status()).toBe('completed'));
});

test('L12 one among others waits until the lease of a crashed one has ended', async () => {
  await crash();
  await runner(silentModel).resume();
  await vi.advanceTimersByTimeAsync(LEASE_MS - 1);
  await settle();
  expect(await owner()).toBe('dead');
  await vi.advanceTimersByTimeAsync(LEASE_MS);
  await vi.waitFor(async () => expect(await status()).toBe('completed'));
});

test('L15 a worker renews its lease for as long as it works, and gives it up when it stops', async () => {
  const first = runner(endless);
  first.start('run-1');
  for (let i = 0; i < 10; i++) {
    await settle();
    await vi.advanceTimersByTimeAsync(LEASE_MS / 2);
    expect(await store.claimableRuns(Date.now(), 1)).toEqual([]);
  }
  await first.stop();
  expect(await store.getRun('run-1')).toMatchObject({ status: 'ready', owner: null, fence: 1 });
  expect(await store.claimableRuns(Date.now(), 1)).toMatchObject([{ id: 'run-1' }]);
});

test('L23 a wish to cancel that another process noted ends the run at the next renewal', async () => {
  runner(endless).start('run-1');
  await settle();
  await store.requestCancel({ commandId: 'stop', runId: 'run-1', ts: Date.now() });
  await settle();
  expect(await status()).toBe('ready');
  await vi.advanceTimersByTimeAsync(LEASE_MS / 3);
  await vi.waitFor(async () => expect(await status()).toBe('cancelled'));
});

test('L23 a run that was to be cancelled before anybody worked on it ends without asking the model', async () => {
  await store.requestCancel({ commandId: 'stop', runId: 'run-1', ts: 1 });
  runner({ ...silentModel, stream: () => expect.fail('The model was asked.') }).start('run-1');
  await vi.waitFor(async () => expect(await status()).toBe('cancelled'));
});

test('L14 a decision that comes while the model speaks stands in the log, and nothing that it said is lost', async () => {
  const asking = await store.claimRun('run-1', { owner: 'before', now: 1, leaseMs: 1 });
  await store.ask({ runId: 'run-1', fence: asking?.fence ?? 0 }, 0, [request()], 1, 1);
  const said: (() => void)[] = [];
  const pause = () => new Promise<void>((resolve) => said.push(resolve));
  const slow: Model = {
    ...silentModel,
    async *stream(request, signal) {
      await pause();
      yield* silentModel.stream(request, signal);
    },
  };
  runner(slow).start('run-1');
  await vi.waitFor(() => expect(said).toHaveLength(1));
  await store.decide(decision());
  said[0]?.();
  await vi.waitFor(async () => expect(await status()).toBe('completed'));
  const types = (await store.readEvents('run-1', 0, 100)).map(({ type }) => type);
  expect(types.toSorted()).toEqual([
    'approval_decision',
    'approval_request',
    'complete',
    'content_block_start',
    'content_block_stop',
    'message_start',
    'message_stop',
    'step_start',
  ]);
  expect(types.at(-1)).toBe('complete');
});

test('L2 a worker whose run was claimed by another stops, and writes nothing more', async () => {
  runner(endless).start('run-1');
  await settle();
  await store.claimRun('run-1', { owner: 'other', now: Date.now() + LEASE_MS, leaseMs: LEASE_MS });
  const before = await store.getRun('run-1');
  await vi.advanceTimersByTimeAsync(LEASE_MS / 3);
  await settle();
  expect(await store.getRun('run-1')).toEqual(before);
});

test('L303 a worker that is not told in time that its lease holds stops its model call', async () => {
  let stopped: unknown;
  const model: Model = {
    ...endless,
    async *stream(request, signal) {
      signal.addEventListener('abort', () => {
        stopped = signal.reason;
      });
      yield* endless.stream(request, signal);
    },
  };
  runner(model).start('run-1');
  await settle();
  vi.spyOn(store, 'renew').mockReturnValue(new Promise(() => {}));
  vi.spyOn(console, 'error').mockReturnValue();
  await vi.advanceTimersByTimeAsync(LEASE_MS - 1);
  expect(stopped).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(String(stopped)).toMatch(/lease of run run-1 ran out/);
});

test('L17 a decision that comes while the worker is giving the run up lets it go on at once', async () => {
  const asks: Tool = {
    name: 'pay',
    description: '',
    input_schema: { type: 'object' },
    effect: 'unsafe',
    approval: 'ask',
    run: async () => ({ content: 'paid' }),
  };
  const pays: Model = {
    ...silentModel,
    async *stream(request, signal) {
      if (request.messages.length > 1) return yield* silentModel.stream(request, signal);
      yield { type: 'message_start', message: { id: 'm' } };
      yield {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 't', name: 'pay' },
      };
      yield { type: 'content_block_stop', index: 0 };
      yield { type: 'message_stop' };
    },
  };
  const letGo: (() => void)[] = [];
  const slow: Store = {
    ...store,
    async release(claim) {
      await new Promise<void>((resolve) => letGo.push(resolve));
      await store.release(claim);
    },
  };
  const made = createRunner({
    store: slow,
    bus: createBus(),
    models: catalogOf([pays]),
    tools: [asks],
    sole: false,
  });
  made.start('run-1');
  await vi.waitFor(() => expect(letGo).toHaveLength(1));
  const [asked] = await store.readApprovals('run-1');
  await store.decide(decision(asked?.id, { argsHash: await askedHash(store, 'run-1', asked?.id) }));
  made.start('run-1');
  letGo[0]?.();
  await vi.waitFor(() => expect(letGo).toHaveLength(2));
  letGo[1]?.();
  expect(await status()).toBe('completed');
  await made.stop();
});
