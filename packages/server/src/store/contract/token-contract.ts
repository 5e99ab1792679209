import { beforeEach, expect, test } from 'vitest';
import { FIRST_ACCOUNT } from '../account.ts';
import { MOST_TOKENS, type NewApiToken } from '../token-store.ts';
import { type MakePlace, storeUnderTest } from './place-contract.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const token = (id: string, more: Partial<NewApiToken> = {}): NewApiToken => ({
  ...{ id, hash: `hash-${id}`, account: 'b', name: `Script ${id}`, scopes: ['read', 'chat'] },
  ...{ createdAt: 1, expiresAt: 100 },
  ...more,
});

/** API tokens: who they let in, and for how long. */
export function tokenContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);
  beforeEach(async () => {
    const times = { createdAt: 1, expiresAt: 9_999 };
    await at.store.putInvitation({
      id: 'i',
      hash: 'h',
      name: 'Bea',
      role: 'member',
      by: FIRST_ACCOUNT,
      ...times,
    });
    await at.store.acceptInvitation('h', { id: 'b', name: 'Bea' }, 1);
  });

  test('F80 a token is found by its hash with its scopes and its account, until it expires', async () => {
    const { store } = at;
    expect(await store.putApiToken(token('a'))).toBe('kept');
    expect(await store.putApiToken(token('endless', { expiresAt: null, createdAt: 2 }))).toBe('kept');
    expect(await store.findApiToken('hash-a', 99)).toEqual({
      token: { ...token('a'), usedAt: null },
      account: { id: 'b', name: 'Bea', role: 'member', status: 'active', createdAt: 1 },
    });
    expect(await store.findApiToken('hash-a', 100)).toBeUndefined();
    expect(await store.findApiToken('a', 1)).toBeUndefined();
    expect(await store.findApiToken('hash-endless', Number.MAX_SAFE_INTEGER)).toBeDefined();
    expect((await store.listApiTokens('b')).map(({ id }) => id)).toEqual(['endless', 'a']);
    expect(await store.listApiTokens(FIRST_ACCOUNT)).toEqual([]);
  });

  test('F80 the last use of a token never goes back', async () => {
    const { store } = at;
    await store.putApiToken(token('a'));
    const usedAt = async () => (await store.findApiToken('hash-a', 1))?.token.usedAt;
    for (const [now, then] of [
      [20, 20],
      [10, 20],
      [30, 30],
    ] as const) {
      await store.touchApiToken('a', now);
      expect(await usedAt()).toBe(then);
    }
  });

  test('F81 an account has at most 100 tokens, also when several are made at once', async () => {
    const { store } = at;
    for (let i = 0; i < MOST_TOKENS - 1; i++) await store.putApiToken(token(`t${i}`));
    const last = await Promise.all(['x', 'y', 'z'].map((id) => store.putApiToken(token(id))));
    expect(last.toSorted()).toEqual(['kept', 'too_many', 'too_many']);
    expect(await store.listApiTokens('b')).toHaveLength(MOST_TOKENS);
    expect(await store.putApiToken(token('o', { account: FIRST_ACCOUNT }))).toBe('kept');
    expect(await store.dropApiToken('b', 't0')).toBe(true);
    expect(await store.putApiToken(token('again'))).toBe('kept');
    expect(await store.putApiToken(token('n', { account: 'nobody' }))).toBe('no_account');
  });

  test('F81 a token that expired is listed for thirty days, then forgotten when one is made', async () => {
    const { store } = at;
    await store.putApiToken(token('old'));
    const make = async (id: string, createdAt: number): Promise<string[]> => {
      await store.putApiToken(token(id, { createdAt, expiresAt: null }));
      return (await store.listApiTokens('b')).map((each) => each.id);
    };
    expect(await make('soon', 99 + 30 * DAY_MS)).toEqual(['soon', 'old']);
    expect(await make('late', 100 + 30 * DAY_MS)).toEqual(['late', 'soon']);
  });

  test('F82 a token is revoked by its own account alone, and servers hear of it', async () => {
    const { store } = at;
    await store.putApiToken(token('a'));
    const before = await store.doors();
    expect(await store.dropApiToken(FIRST_ACCOUNT, 'a')).toBe(false);
    expect(await store.doors()).toBe(before);
    expect(await store.findApiToken('hash-a', 1)).toBeDefined();
    expect(await store.dropApiToken('b', 'a')).toBe(true);
    expect(await store.doors()).not.toBe(before);
    expect(await store.findApiToken('hash-a', 1)).toBeUndefined();
    expect(await store.dropApiToken('b', 'a')).toBe(false);
  });

  test('F83 with a suspended or removed account its tokens are gone, and none that is made later lets it in', async () => {
    const { store } = at;
    await store.putApiToken(token('a'));
    await store.putApiToken(token('mine', { account: FIRST_ACCOUNT }));
    await store.changeAccount('b', { status: 'suspended' });
    expect(await store.findApiToken('hash-a', 1)).toBeUndefined();
    await store.putApiToken(token('later'));
    expect(await store.findApiToken('hash-later', 1)).toBeUndefined();
    await store.changeAccount('b', { status: 'active' });
    expect(await store.findApiToken('hash-a', 1)).toBeUndefined();
    expect(await store.findApiToken('hash-later', 1)).toBeDefined();
    await store.removeAccount('b');
    expect(await at.place.ask("SELECT id FROM api_tokens WHERE account_id = 'b'")).toEqual([]);
    expect(await store.findApiToken('hash-mine', 1)).toBeDefined();
  });

  test('F84 a token that was planted, copied, lengthened, widened or given to another account counts as none', async () => {
    const { store, place } = at;
    const makers: Readonly<Record<string, string>> = {
      scopes: "scopes = 'read chat decide admin'",
      expiry: 'expires_at = 99999',
      endless: 'expires_at = NULL',
      account: `account_id = '${FIRST_ACCOUNT}'`,
      hash: "hash = 'planted'",
      id: "id = 'planted'",
      made: 'created_at = 2',
    };
    for (const [id, change] of Object.entries(makers)) {
      await store.putApiToken(token(id));
      await place.ask(`UPDATE api_tokens SET ${change} WHERE id = '${id}'`);
    }
    await place.ask(
      `INSERT INTO api_tokens SELECT 'copy', 'copied', account_id, scopes, payload, key_id, created_at, used_at, expires_at
       FROM api_tokens WHERE id = 'scopes'`,
    );
    for (const hash of [...Object.keys(makers).map((id) => `hash-${id}`), 'planted', 'copied'])
      expect([hash, await store.findApiToken(hash, 1)]).toEqual([hash, undefined]);
    for (const account of ['b', FIRST_ACCOUNT]) expect(await store.listApiTokens(account)).toEqual([]);
    // A row that can't be read can still be taken away.
    expect(await store.dropApiToken('b', 'scopes')).toBe(true);
  });
}
