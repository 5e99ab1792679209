import { expect, test } from 'vitest';
import { withUnlock } from './with-unlock.ts';

/** A server that is locked until it is told otherwise. */
function server(locked = true) {
  const seen: (string | undefined)[] = [];
  const state = { locked, seen, bodies: [] as Response[] };
  const ask = async (_: unknown, options?: RequestInit): Promise<Response> => {
    seen.push(options?.body as string | undefined);
    const response = state.locked
      ? new Response(JSON.stringify({ code: 'locked' }), { status: 423 })
      : new Response('{"ok":true}');
    state.bodies.push(response);
    return response;
  };
  return { state, ask: ask as typeof fetch };
}

test('S161 a request that finds the vault locked has it unlocked and is sent once more, with its body', async () => {
  const { state, ask } = server();
  const open = withUnlock(ask, async () => {
    state.locked = false;
    return true;
  });
  const answer = await open('/api/chats', { method: 'POST', body: '{"id":"c"}' });
  expect([answer.status, state.seen]).toEqual([200, ['{"id":"c"}', '{"id":"c"}']]);
});

test('S161 it is sent no third time, and who asked can read the refusal', async () => {
  const { state, ask } = server();
  const tried = await withUnlock(ask, async () => true)('/api/chats');
  expect([tried.status, state.seen.length]).toEqual([423, 2]);
  const refused = await withUnlock(ask, async () => false)('/api/chats');
  expect([await refused.json(), state.seen.length]).toEqual([{ code: 'locked' }, 3]);
});

test('S161 an open vault is never asked to be unlocked', async () => {
  let asked = 0;
  const answer = await withUnlock(server(false).ask, async () => {
    asked += 1;
    return true;
  })('/api/chats');
  expect([answer.status, asked]).toEqual([200, 0]);
});
