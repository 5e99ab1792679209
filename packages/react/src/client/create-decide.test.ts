import { expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { createDecide } from './create-decide.ts';

const ASK = { approval_id: 'a', args_hash: 'h' };
const YES = { type: 'approve' } as const;
const NO = { type: 'reject', message: 'No' } as const;
const LOST = new ApiError(0, 'unreachable', 'The server could not be reached.');

/** A server that answers with these, in order; an error is a refusal. Gives what it was sent, too. */
function server(...answers: readonly unknown[]) {
  const sent: { command_id: string }[] = [];
  const decide = createDecide(async (_path, body) => {
    // The body that createDecide makes.
    sent.push(body as { command_id: string });
    const answer = answers[sent.length - 1];
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { sent, decide, commands: () => sent.map(({ command_id }) => command_id) };
}

test('A4 a decision is sent with the arguments that were seen, and what the server kept is told', async () => {
  const { sent, decide } = server({ ...ASK, decision: YES, by: 'me', seq: 4, ts: 1 });
  expect(await decide('run', ASK, YES)).toEqual({ type: 'decided', decision: YES, by: 'me' });
  expect(sent).toEqual([{ ...ASK, command_id: expect.any(String), decision: YES }]);
});

test('A4 it is one command until the server has answered, and another one for another decision', async () => {
  vi.useFakeTimers();
  const taken = { decision: YES, by: 'me' };
  const { decide, commands } = server(LOST, LOST, LOST, taken, taken, taken);
  const first = decide('run', ASK, YES);
  await vi.runAllTimersAsync();
  expect(await first).toEqual({ type: 'offline', message: LOST.message });
  await decide('run', ASK, YES);
  await decide('run', ASK, YES);
  await decide('run', ASK, NO);
  vi.useRealTimers();
  const [command, ...others] = commands();
  expect(others.slice(0, 3)).toEqual([command, command, command]);
  expect(new Set(commands()).size).toBe(3);
});

test.each([
  [409, 'already_decided', { decision: NO, by: 'you' }, { type: 'already_decided', decision: NO, by: 'you' }],
  [409, 'args_changed', {}, { type: 'args_changed', message: 'Why' }],
  [409, 'expired', {}, { type: 'expired', message: 'Why' }],
  [409, 'no_rule', {}, { type: 'no_rule', message: 'Why' }],
  [409, 'bad_edit', {}, { type: 'bad_edit', message: 'Why' }],
  [404, 'no_approval', {}, { type: 'expired', message: 'Why' }],
  [503, 'store_lost', {}, { type: 'offline', message: 'Why' }],
])('A4 %i %s is told as what it means for the person', async (status, code, body, result) => {
  const { decide } = server(new ApiError(status, code, 'Why', body));
  expect(await decide('run', ASK, YES)).toEqual(result);
});

test('A4 a request that is refused as such is an error', async () => {
  for (const [status, code] of [
    [400, 'bad_request'],
    [401, 'signed_out'],
    [409, 'something_new'],
  ] as const) {
    const { decide } = server(new ApiError(status, code, 'Why', {}));
    await expect(decide('run', ASK, YES)).rejects.toThrow('Why');
  }
});
