import { expect, test } from 'vitest';
import { openMemoryStore } from '../../../../../fixtures/whole-store.ts';
import { FIRST_ACCOUNT } from '../../store/account.ts';
import { issueApiToken } from './api-tokens.ts';
import { createAuthenticate } from './authenticate.ts';
import type { Arrival } from './door.ts';
import { createRateLimit } from './rate-limit.ts';
import { hash } from './secret.ts';

const ORIGIN = 'https://chat.example';
const ARRIVAL: Arrival = { address: '192.0.2.1', origin: ORIGIN, host: 'chat.example', lacksHttps: false };

test('F86 one function tells the account, the device and what lets it in from a plain request, or null', async () => {
  const store = openMemoryStore();
  const authenticate = createAuthenticate({ store, wrongTokens: createRateLimit(10) });
  const from = (headers: Readonly<Record<string, string>>) =>
    authenticate(new Request(`${ORIGIN}/api/chats`, { headers }), ARRIVAL);
  const expiresAt = Date.now() + 10_000;
  await store.putSession({
    ...{ hash: hash('cookie'), keyHash: hash('key'), account: FIRST_ACCOUNT, name: 'Pixel 9' },
    ...{ createdAt: Date.now(), confirmedAt: 7, expiresAt },
  });
  const issued = await issueApiToken(store, FIRST_ACCOUNT, { name: 'Script', scopes: ['read'], days: null });
  if (typeof issued === 'string') throw new Error(issued);

  const session = { cookie: '__Host-millrace_443=cookie', 'x-millrace-key': 'key' };
  expect(await from(session)).toEqual({
    account: expect.objectContaining({ id: FIRST_ACCOUNT, role: 'owner' }),
    device: hash('cookie').slice(0, 16),
    pass: { type: 'session', hash: hash('cookie'), expiresAt, confirmedAt: 7 },
  });
  expect(await from({ authorization: `Bearer ${issued.token}` })).toEqual({
    account: expect.objectContaining({ id: FIRST_ACCOUNT }),
    device: hash(issued.token).slice(0, 16),
    pass: { type: 'token', id: issued.kept.id, name: 'Script', scopes: ['read'], expiresAt: null },
  });
  for (const headers of [
    {},
    { cookie: session.cookie },
    { 'x-millrace-key': 'key' },
    { ...session, authorization: 'Bearer nothing' },
  ])
    expect(await from(headers)).toBeNull();
});
