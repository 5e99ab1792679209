import { decisionAnswer, decisionProblem } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningServer, readEvents, startServer } from '../../../../fixtures/running-server.ts';
import { silentModel } from '../../../../fixtures/silent-model.ts';
import { decision, lease, message, request } from '../store/contract/place-contract.ts';

const PAST = 1_000;
let server: RunningServer;

/** A server with a run that waits for a person, who is asked `a`, `b` and, too late by now, `old`. */
beforeEach(async () => {
  server = await startServer([silentModel], async (store) => {
    await store.createChat('chat-1', 1);
    await store.postMessage(message());
    await store.claimRun('run-1', lease());
    const run = { runId: 'run-1', fence: 1 };
    await store.ask(run, 0, [request('old', { expires_at: PAST })], 1, 1);
    await store.ask(run, 1, [request('a'), request('b')], 1, 1);
    await store.park(run, 3, null);
  });
});
afterEach(() => server.close());

const APPROVE = { type: 'approve', message: 'Go on' };
const body = (id: string, more: object = {}) => ({
  command_id: `c-${id}`,
  approval_id: id,
  args_hash: decision(id).argsHash,
  decision: APPROVE,
  ...more,
});
const decide = (sent: object, run = 'run-1') => server.api('POST', `/api/runs/${run}/decisions`, sent);

test('A4 a decision is taken once, reaches the log, and lets the run go on', async () => {
  const first = await decide(body('a'));
  expect(first.status).toBe(200);
  const answer = await first.json();
  expect(decisionAnswer.safeParse(answer).error).toBeUndefined();
  expect(answer).toMatchObject({ approval_id: 'a', decision: APPROVE, seq: 4 });
  expect(await (await decide(body('a'))).json()).toEqual(answer);
  const events = await readEvents(await server.api('GET', '/api/runs/run-1/events'));
  const types = events.map(({ data }) => JSON.parse(data).type);
  expect(types.slice(0, 4)).toEqual([
    'approval_request',
    'approval_request',
    'approval_request',
    'approval_decision',
  ]);
  expect(types.filter((type) => type === 'approval_decision')).toHaveLength(1);
  expect(types.at(-1)).toBe('complete');
});

test('C257 who has read all of a run that waits stays, and reads the decision when it comes', async () => {
  const stream = await server.api('GET', '/api/runs/run-1/events', undefined, { 'last-event-id': '1-3' });
  expect((await decide(body('a'))).status).toBe(200);
  const [first] = await readEvents(stream);
  expect(JSON.parse(first?.data ?? '')).toMatchObject({ type: 'approval_decision', seq: 4 });
});

test('A4 a decision that comes too late is told what holds, with a code that a program can read', async () => {
  await decide(body('a'));
  const refused = [
    [body('a', { command_id: 'late', decision: { type: 'reject' } }), 'already_decided', APPROVE],
    [body('old'), 'expired', undefined],
  ] as const;
  for (const [sent, code, holds] of refused) {
    const response = await decide(sent);
    expect(response.status).toBe(409);
    const problem = decisionProblem.parse(await response.json());
    expect(problem.code).toBe(code);
    expect(problem.decision).toEqual(holds);
  }
});

test('U100 a decision has the name of its device where the browser tells it', async () => {
  const pixel = {
    'user-agent': 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/150.0 Mobile Safari/537.36',
  };
  const by = (sent: object, headers: Record<string, string>) =>
    server.api('POST', '/api/runs/run-1/decisions', sent, headers);
  const answer = decisionAnswer.parse(await (await by(body('a'), pixel)).json());
  expect(answer.from).toBe('Pixel 9');
  const late = await by(body('a', { command_id: 'late' }), { 'user-agent': 'curl/8.0' });
  expect(decisionProblem.parse(await late.json())).toMatchObject({
    code: 'already_decided',
    from: 'Pixel 9',
  });
});

test('U100 a device that tells nothing has no name in its decision', async () => {
  const sent = await server.api('POST', '/api/runs/run-1/decisions', body('a'), { 'user-agent': 'curl/8.0' });
  const answer = decisionAnswer.parse(await sent.json());
  expect('from' in answer).toBe(false);
});

test('A4 always allowing what offers no rule is refused, and may be decided otherwise', async () => {
  const response = await decide(body('b', { decision: { type: 'approve_always' } }));
  expect(response.status).toBe(409);
  expect(decisionProblem.parse(await response.json()).code).toBe('no_rule');
  expect((await decide(body('b'))).status).toBe(200);
});

test('A4 a decision about other arguments is refused, and may be made again', async () => {
  const response = await decide(body('b', { args_hash: 'other' }));
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ code: 'args_changed' });
  expect((await decide(body('b'))).status).toBe(200);
});

test('A4 what was never asked is not found, and a decision must have its shape', async () => {
  expect((await decide(body('c'))).status).toBe(404);
  expect(await (await decide(body('a'), 'nothing')).json()).toMatchObject({ code: 'no_approval' });
  for (const wrong of [
    { decision: { type: 'maybe' } },
    { decision: { type: 'edit' } },
    { command_id: '' },
    { args_hash: undefined },
    { more: 1 },
  ]) {
    expect((await decide(body('a', wrong))).status).toBe(400);
  }
  expect((await server.api('POST', '/api/runs/run-1/decisions', body('a'), { cookie: '' })).status).toBe(401);
});

test('A10 a run that waits for a person is ended by cancel', async () => {
  const cancel = (command_id: string) => server.api('POST', '/api/runs/run-1/cancel', { command_id });
  for (const id of ['one', 'one', 'two']) {
    expect(await (await cancel(id)).json()).toEqual({ status: 'cancelled' });
  }
  const late = await decide(body('a'));
  expect(late.status).toBe(409);
  expect(await late.json()).toMatchObject({ code: 'expired' });
});

test('X5 an answer that does not fit the question of a tool is refused, and can be mended', async () => {
  await server.close();
  const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  server = await startServer([silentModel], async (store) => {
    await store.createChat('chat-1', 1);
    await store.postMessage(message());
    await store.claimRun('run-1', lease());
    const run = { runId: 'run-1', fence: 1 };
    const question = { message: 'Who are you?', schema };
    await store.ask(run, 0, [request('q', { input: {}, question })], 1, 1);
    await store.park(run, 1, null);
  });
  const edit = (args: object, name = 'write_to_file') => ({
    decision: { type: 'edit', edited_action: { name, args } },
  });
  for (const wrong of [{}, edit({ name: 5 }), edit({ name: 'Ada' }, 'other')]) {
    const refused = await decide(body('q', wrong));
    expect(refused.status).toBe(409);
    const told = await refused.json();
    expect(decisionProblem.safeParse(told).error).toBeUndefined();
    expect(told).toMatchObject({ code: 'bad_edit', message: expect.stringMatching(/name/) });
  }
  expect((await decide(body('q', edit({ name: 'Ada' })))).status).toBe(200);
});
