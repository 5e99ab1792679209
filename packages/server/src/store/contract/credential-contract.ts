import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { traces } from '../../../../../fixtures/traces.ts';
import { FIRST_ACCOUNT } from '../account.ts';
import type { Attempter, Passkey, Passphrase } from '../credential.ts';
import { type MakePlace, storeUnderTest } from './place-contract.ts';

const PASSKEY: Passkey = {
  ...{ id: 'key-1', account: FIRST_ACCOUNT, name: 'otter-phone', credential: 'otter-credential' },
  ...{ publicKey: 'otter-public', counter: 4, host: 'otter.example', transports: ['internal'], prf: false },
  ...{ createdAt: 1, usedAt: 0 },
};
const PASSPHRASE: Passphrase = {
  ...{ id: 'words-1', account: FIRST_ACCOUNT, name: 'Otter.Dana', secretHash: 'otter-hash', createdAt: 1 },
};
const CHALLENGE = { hash: 'c', purpose: 'sign_in', account: '', expiresAt: 100 } as const;
const MINUTE = 60_000;

export function credentialContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);
  beforeEach(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await at.store.putInvitation({
      ...{ id: 'i', hash: 'h', name: 'Bea', role: 'member', by: FIRST_ACCOUNT },
      ...{ expiresAt: 9_999, createdAt: 1 },
    });
    await at.store.acceptInvitation('h', { id: 'b', name: 'Bea' }, 1);
  });
  afterEach(() => vi.restoreAllMocks());

  test('F60 a passkey is kept once, found by its device, renamed and dropped by its account alone', async () => {
    const { store } = at;
    expect(await store.putPasskey(PASSKEY)).toBe('kept');
    expect(await store.putPasskey({ ...PASSKEY, id: 'again', account: 'b' })).toBe('known');
    expect(await store.findPasskey('otter-credential')).toMatchObject({
      credential: PASSKEY,
      account: { id: FIRST_ACCOUNT },
    });
    expect(await store.findPasskey('another')).toBeUndefined();
    expect(await store.listPasskeys('b')).toEqual([]);
    expect(await store.renamePasskey('b', 'key-1', 'Stolen')).toBe(false);
    expect(await store.renamePasskey(FIRST_ACCOUNT, 'key-1', 'Laptop')).toBe(true);
    expect(await store.listPasskeys(FIRST_ACCOUNT)).toEqual([{ ...PASSKEY, name: 'Laptop' }]);
    expect(await store.dropPasskey('b', 'key-1')).toBe(false);
    expect(await store.dropPasskey(FIRST_ACCOUNT, 'key-1')).toBe(true);
    expect(await store.findPasskey('otter-credential')).toBeUndefined();
  });

  test('F60 an account has 20 passkeys at most', async () => {
    const { store } = at;
    const put = (n: number) => store.putPasskey({ ...PASSKEY, id: `key-${n}`, credential: `c-${n}` });
    for (let n = 0; n < 20; n++) expect(await put(n)).toBe('kept');
    expect(await put(20)).toBe('too_many');
    expect(await store.putPasskey({ ...PASSKEY, id: 'x', credential: 'x', account: 'b' })).toBe('kept');
  });

  test('F61 a passkey’s counter only rises, also when two servers use it at once; a device that does not count says 0', async () => {
    const { store } = at;
    const other = await at.openAnother();
    await store.putPasskey(PASSKEY);
    await store.putPasskey({ ...PASSKEY, id: 'key-2', credential: 'still', counter: 0 });
    const use = (counter: number, prf = false) => ({ counter, prf, now: 50 });
    for (const counter of [0, 3, 4]) expect(await store.notePasskeyUse('key-1', use(counter))).toBe(false);
    const both = await Promise.all([
      store.notePasskeyUse('key-1', use(5)),
      other.notePasskeyUse('key-1', use(5)),
    ]);
    expect(both.sort()).toEqual([false, true]);
    expect(await store.notePasskeyUse('key-1', use(9, true))).toBe(true);
    expect(await store.notePasskeyUse('key-2', use(0))).toBe(true);
    expect(await store.notePasskeyUse('key-2', use(0))).toBe(true);
    expect(await store.notePasskeyUse('nowhere', use(1))).toBe(false);
    expect(await store.listPasskeys(FIRST_ACCOUNT)).toMatchObject([
      { id: 'key-1', counter: 9, prf: true, usedAt: 50 },
      { id: 'key-2', counter: 0, prf: false, usedAt: 50 },
    ]);
  });

  test('F62 a challenge is taken once, in its time, for its purpose and account, on any server of the store', async () => {
    const { store } = at;
    const other = await at.openAnother();
    const take = (more: object = {}, now = 50) => other.takeChallenge({ ...CHALLENGE, ...more }, now);
    const put = (more: object = {}) => store.putChallenge({ ...CHALLENGE, ...more }, 1);
    await put();
    expect(await take()).toBe(true);
    expect(await take()).toBe(false);
    expect(await take({ hash: 'never' })).toBe(false);
    for (const wrong of [{ purpose: 'confirm' }, { purpose: 'register' }, { account: FIRST_ACCOUNT }]) {
      await put();
      expect(await take(wrong)).toBe(false);
      // It was used up by it.
      expect(await take()).toBe(false);
    }
    await put();
    expect(await take({}, 100)).toBe(false);
    await put({ purpose: 'confirm', account: 'b' });
    expect(await take({ purpose: 'confirm', account: FIRST_ACCOUNT })).toBe(false);
    await put({ purpose: 'confirm', account: 'b' });
    expect(await take({ purpose: 'confirm', account: 'b' })).toBe(true);
    await put();
    const both = await Promise.all([store.takeChallenge(CHALLENGE, 50), other.takeChallenge(CHALLENGE, 50)]);
    expect(both.sort()).toEqual([false, true]);
  });

  test('F63 a sign-in name is one person’s, however it is written, and an account has one', async () => {
    const { store } = at;
    expect(await store.putPassphrase(PASSPHRASE)).toBe(true);
    for (const name of ['Otter.Dana', 'otter.dana', ' OTTER.DANA ', 'ｏｔｔｅｒ.ｄａｎａ'])
      expect(await store.findPassphrase(name)).toMatchObject({
        credential: PASSPHRASE,
        account: { id: FIRST_ACCOUNT },
      });
    expect(await store.findPassphrase('otter dana')).toBeUndefined();
    const theirs = { ...PASSPHRASE, id: 'words-2', account: 'b', name: 'OTTER.dana' };
    expect(await store.putPassphrase(theirs)).toBe(false);
    expect(await store.passphraseOf('b')).toBeUndefined();
    expect(await store.putPassphrase({ ...theirs, name: 'bea' })).toBe(true);
    const changed = { ...PASSPHRASE, id: 'words-3', name: 'Dana', secretHash: 'new' };
    expect(await store.putPassphrase(changed)).toBe(true);
    expect(await store.findPassphrase('otter.dana')).toBeUndefined();
    expect(await store.passphraseOf(FIRST_ACCOUNT)).toEqual(changed);
    expect(await store.dropPassphrase(FIRST_ACCOUNT)).toBe(true);
    expect(await store.dropPassphrase(FIRST_ACCOUNT)).toBe(false);
    expect(await store.findPassphrase('dana')).toBeUndefined();
    expect(await store.findPassphrase('bea')).toBeDefined();
  });

  test('F63 of two people who want one name at once, one gets it', async () => {
    const other = await at.openAnother();
    const took = await Promise.all([
      at.store.putPassphrase(PASSPHRASE),
      other.putPassphrase({ ...PASSPHRASE, id: 'words-2', account: 'b' }),
    ]);
    expect(took.sort()).toEqual([false, true]);
    expect(await at.place.ask('SELECT id FROM credentials')).toHaveLength(1);
  });

  test('F64 every name has a salt of its own, the same before and after somebody takes the name', async () => {
    const { store } = at;
    const salts = ['dana', 'bea', 'nobody'].map((name) => store.saltOf(name));
    expect(new Set(salts).size).toBe(3);
    for (const salt of salts) expect(salt).toMatch(/^[\w-]{22}$/);
    await store.putPassphrase({ ...PASSPHRASE, name: 'dana' });
    const other = await at.openAnother();
    expect([other.saltOf(' DANA'), other.saltOf('bea'), other.saltOf('nobody')]).toEqual(salts);
    expect(store.handleOf(FIRST_ACCOUNT)).not.toBe(store.handleOf('b'));
    expect(store.handleOf('b')).toBe(other.handleOf('b'));
  });

  test('F65 a credential, a challenge or a freshness that was changed without the key counts as none', async () => {
    const { store, place } = at;
    const session = { hash: 's', keyHash: 'k', account: FIRST_ACCOUNT, name: 'Pixel 9', createdAt: 1 };
    const change = async (sql: string, look: () => Promise<unknown>): Promise<void> => {
      expect(await look(), sql).toBeTruthy();
      await place.ask(sql);
      expect(await look(), sql).toBeFalsy();
      for (const table of ['credentials', 'challenges', 'sessions', 'start_tokens'])
        await place.ask(`DELETE FROM ${table}`);
    };
    for (const set of [
      "account_id = 'b'",
      "kind = 'passphrase'",
      'created_at = 2',
      "payload = 'AAAA'",
      "id = 'x'",
    ]) {
      await store.putPasskey(PASSKEY);
      await change(`UPDATE credentials SET ${set}`, () => store.findPasskey('otter-credential'));
    }
    for (const set of ["account_id = 'b'", "kind = 'passkey'", 'created_at = 2']) {
      await store.putPassphrase(PASSPHRASE);
      await change(`UPDATE credentials SET ${set}`, () => store.findPassphrase('otter.dana'));
    }
    // The words of one person under the name of another.
    await store.putPassphrase(PASSPHRASE);
    await store.putPassphrase({ ...PASSPHRASE, id: 'words-2', account: 'b', name: 'bea' });
    await change(
      "UPDATE credentials SET payload = (SELECT payload FROM credentials WHERE account_id = 'b') WHERE account_id = 'first'",
      () => store.findPassphrase('otter.dana'),
    );
    for (const set of ["purpose = 'confirm'", "account_id = 'first'", 'expires_at = 9999', "hash = 'd'"]) {
      await store.putChallenge(CHALLENGE, 1);
      await place.ask(`UPDATE challenges SET ${set}`);
      const [row] = await place.ask('SELECT * FROM challenges');
      const changed = { hash: row?.['hash'], purpose: row?.['purpose'], account: row?.['account_id'] };
      expect(await store.takeChallenge(changed as never, 50), set).toBe(false);
    }
    await store.putSession({ ...session, confirmedAt: 1, expiresAt: 999 });
    await change('UPDATE sessions SET confirmed_at = 900', () => store.findSession('s', 'k', 10));
    for (const set of ['confirmed_at = 900', 'confirmed_at = NULL']) {
      await store.putToken('t', FIRST_ACCOUNT, 999, 1);
      await place.ask(`UPDATE start_tokens SET ${set}`);
      expect(await store.takeToken('t', 10), set).toBeUndefined();
    }
  });

  test('F66 the database shows no sign-in name, device, key, salt, secret or address', async () => {
    const { store } = at;
    await store.putPasskey(PASSKEY);
    await store.putPassphrase(PASSPHRASE);
    await store.takeAttempt(whoAre('otter.dana', '203.0.113.77'), 3, 1);
    const dump = Buffer.from(await at.place.dump());
    expect(dump.includes('words-1')).toBe(true);
    const { name, credential, publicKey, host } = PASSKEY;
    const secrets = [name, credential, publicKey, host, PASSPHRASE.name, 'otter.dana', PASSPHRASE.secretHash];
    for (const secret of [...secrets, store.saltOf('otter.dana'), '203.0.113.77'])
      expect(
        traces(secret).filter((trace) => dump.includes(trace)),
        secret,
      ).toEqual([]);
  });

  test('F67 what lets a person in goes with their account, and lets nobody in while it is suspended', async () => {
    const { store } = at;
    await store.putPasskey({ ...PASSKEY, account: 'b' });
    await store.putPassphrase({ ...PASSPHRASE, account: 'b' });
    await store.putChallenge({ ...CHALLENGE, purpose: 'register', account: 'b' }, 1);
    const find = async () => [
      await store.findPasskey('otter-credential'),
      await store.findPassphrase('otter.dana'),
    ];
    await store.changeAccount('b', { status: 'suspended' });
    expect(await find()).toEqual([undefined, undefined]);
    await store.changeAccount('b', { status: 'active' });
    expect((await find()).map((found) => found?.account.id)).toEqual(['b', 'b']);
    await store.removeAccount('b');
    for (const table of ['credentials', 'challenges'])
      expect(await at.place.ask(`SELECT * FROM ${table}`)).toEqual([]);
    expect(await store.signInWays()).toEqual({ passkey: false, passphrase: false });
  });

  const whoAre = (name: string, address: string): Attempter[] => [
    { kind: 'name', value: name },
    { kind: 'address', value: address },
  ];

  test('F68 after so many wrong sign-ins in 15 minutes a name and an address wait, twice as long each time', async () => {
    const { store } = at;
    const other = await at.openAnother();
    const [dana] = whoAre('dana', '');
    if (dana === undefined) throw new Error('Nobody tries.');
    const take = async (now: number, by = store): Promise<number> => {
      const attempt = await by.takeAttempt([dana], 3, now);
      return attempt.type === 'held' ? attempt.until - now : 0;
    };
    // In pairs of servers, and slowly enough: a new window begins.
    expect([await take(1), await take(2, other), await take(15 * MINUTE + 2)]).toEqual([0, 0, 0]);
    let now = 15 * MINUTE + 3;
    expect([await take(now), await take(now, other)]).toEqual([0, 0]);
    // It never gets longer than an hour.
    for (const seconds of [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]) {
      expect(await take(now + 1, other)).toBe(seconds * 1000 - 1);
      now += seconds * 1000;
      expect(await take(now)).toBe(0);
    }
    // Long after that it is forgotten.
    now += 75 * MINUTE;
    expect([await take(now), await take(now), await take(now)]).toEqual([0, 0, 0]);
    expect(await take(now)).toBe(30_000);
    const spelled = [{ kind: 'name', value: ' DANA' }] as const;
    expect(await store.takeAttempt(spelled, 3, now)).toEqual({ type: 'held', until: now + 30_000 });
  });

  test('F68 many at once on two servers pass as often as the limit says', async () => {
    const other = await at.openAnother();
    const asked = Array.from({ length: 20 }, (_, i) =>
      (i % 2 ? at.store : other).takeAttempt(whoAre(`name-${i}`, '::1'), 3, 1),
    );
    const passed = (await Promise.all(asked)).filter(({ type }) => type === 'taken');
    expect(passed).toHaveLength(3);
  });

  test('F68 a right sign-in clears its name, and gives back one of its address', async () => {
    const { store } = at;
    const take = (name: string) => store.takeAttempt(whoAre(name, '::1'), 3, 1);
    const right = async (name: string): Promise<void> => {
      const attempt = await take(name);
      if (attempt.type === 'held') throw new Error('It is held.');
      await store.giveBackAttempt(attempt);
    };
    expect((await take('dana')).type).toBe('taken');
    expect((await take('dana')).type).toBe('taken');
    await right('dana');
    // The name begins anew; the address was wrong twice.
    expect((await store.takeAttempt(whoAre('dana', '::2'), 3, 1)).type).toBe('taken');
    await right('bea');
    expect((await take('bea')).type).toBe('taken');
    expect(await take('cem')).toMatchObject({ type: 'held' });
    // The hold of an address can't be lifted by one who was let in before it began.
    const early = await store.takeAttempt(whoAre('bea', '::3'), 3, 1);
    for (const name of ['x', 'y']) await store.takeAttempt(whoAre(name, '::3'), 3, 1);
    if (early.type === 'taken') await store.giveBackAttempt(early);
    expect(await store.takeAttempt(whoAre('z', '::3'), 3, 1)).toMatchObject({ type: 'held' });
  });

  test('F69 there are never more than 10,000 attempts or challenges, and the oldest go first', async () => {
    const { store, place } = at;
    const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)`;
    await place.ask(
      `INSERT INTO attempts (id, tries, since, held_until, expires_at) ${many} SELECT 'n' || i, 1, 1, 0, 1000 + i FROM n`,
    );
    await place.ask(
      `INSERT INTO challenges (hash, purpose, account_id, expires_at, seal, key_id) ${many} SELECT 'n' || i, 'sign_in', '', 1000 + i, '', '' FROM n`,
    );
    await store.takeAttempt(whoAre('dana', '::1'), 3, 1);
    await store.putChallenge({ ...CHALLENGE, expiresAt: 99_999 }, 1);
    for (const [table, first] of [
      ['attempts', 1003],
      ['challenges', 1002],
    ] as const)
      expect(await place.ask(`SELECT COUNT(*) AS rows, MIN(expires_at) AS first FROM ${table}`)).toEqual([
        { rows: 10_000, first },
      ]);
    expect(await store.takeChallenge(CHALLENGE, 50)).toBe(true);
    // Those that have expired go with the next one.
    await store.takeAttempt(whoAre('dana', '::1'), 3, 20_000);
    expect(await place.ask('SELECT id FROM attempts')).toHaveLength(2);
  });

  test('F72 a session ends when nobody used it for 30 days, and when its time is over', async () => {
    const { store } = at;
    const [day, session] = [24 * 60 * MINUTE, { account: FIRST_ACCOUNT, name: 'Pixel 9' }];
    const facts = { ...session, hash: 's', keyHash: 'k', createdAt: 0, confirmedAt: 0 };
    await store.putSession({ ...facts, expiresAt: 180 * day });
    const isIn = async (now: number): Promise<boolean> => {
      const found = await store.findSession('s', 'k', now);
      expect((await store.listSessions(FIRST_ACCOUNT, now)).length).toBe(found ? 1 : 0);
      return found !== undefined;
    };
    expect([await isIn(30 * day - 1), await isIn(30 * day)]).toEqual([true, false]);
    for (let now = 0; now < 180; now += 29) await store.touchSession('s', now * day);
    expect([await isIn(180 * day - 1), await isIn(180 * day)]).toEqual([true, false]);
    // Signing in forgets those that ended.
    await store.takeToken('none', 204 * day);
    expect(await at.place.ask('SELECT hash FROM sessions')).toEqual([]);
  });

  test('F73 a session gets fresher and never less so, and what it was else stays', async () => {
    const { store } = at;
    const facts = { hash: 's', keyHash: 'k', account: FIRST_ACCOUNT, name: 'Pixel 9', createdAt: 1 };
    await store.putSession({ ...facts, confirmedAt: 5, expiresAt: 999 });
    const seen = async () => (await store.findSession('s', 'k', 10))?.session;
    await store.confirmSession('s', 50);
    await store.confirmSession('s', 20);
    await store.confirmSession('nobody', 60);
    expect(await seen()).toMatchObject({ name: 'Pixel 9', confirmedAt: 50, expiresAt: 999 });
  });

  test('F77 a browser’s old session ends by both of its halves, or by its cookie for the same account', async () => {
    const { store } = at;
    const put = (hash: string): Promise<void> =>
      store.putSession({
        ...{ hash, keyHash: 'k', account: 'b', name: '', createdAt: 1, confirmedAt: 1, expiresAt: 999 },
      });
    await put('s');
    expect(await store.replaceSession('s', 'another-key', FIRST_ACCOUNT)).toBe(false);
    expect(await store.replaceSession('s', 'k', FIRST_ACCOUNT)).toBe(true);
    await put('s');
    expect(await store.replaceSession('s', '', 'b')).toBe(true);
    expect(await store.findSession('s', 'k', 10)).toBeUndefined();
  });

  test('F76 a start token hands on the freshness that it was given, and of another account’s nothing is used up', async () => {
    const { store } = at;
    await store.putToken('t', 'b', 999, 7);
    await store.putToken('u', 'b', 999);
    expect(await store.takeToken('t', 10, FIRST_ACCOUNT)).toBeUndefined();
    expect(await store.takeToken('t', 10, 'b')).toEqual({ account: 'b', confirmedAt: 7 });
    expect(await store.takeToken('u', 10)).toEqual({ account: 'b', confirmedAt: null });
  });
}
