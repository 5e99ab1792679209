import type { StoredEvent } from '@millrace/engine';
import type { KeptRule } from '@millrace/engine/approval';
import type { MessageRecord } from '@millrace/engine/run';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WholeStore as Store } from '../../../../../fixtures/whole-store.ts';
import { FIRST_ACCOUNT } from '../account.ts';
import { UNREADABLE_MESSAGE, UNREADABLE_TITLE } from '../seal/open-or.ts';
import type { Row, SqlValue } from '../tx.ts';
import { fillStore } from './filled-contract.ts';
import { decision, type MakePlace, message, storeUnderTest } from './place-contract.ts';

/** Tables with what names a row of them. */
const TABLES = {
  chats: ['id'],
  chat_events: ['chat_id', 'seq'],
  queued_messages: ['chat_id', 'id'],
  runs: ['id'],
  run_events: ['run_id', 'seq'],
  approvals: ['run_id', 'id'],
  commands: ['id'],
  rules: ['scope', 'of_id', 'id'],
  memories: ['id'],
  projects: ['id'],
  answer_settings: ['scope', 'of_id'],
  sheet_versions: ['chat_id', 'id'],
  chat_keys: ['chat_id', 'key_id'],
  run_keys: ['run_id'],
  sessions: ['hash'],
  start_tokens: ['hash'],
  api_tokens: ['id'],
  credentials: ['id'],
  challenges: ['hash'],
} as const satisfies Record<string, readonly string[]>;
type Table = keyof typeof TABLES;

const CHATS = ['chat-1', 'chat-2'];
const RUNS = ['run-1', 'run-2'];
const PEOPLE = [FIRST_ACCOUNT, 'b'];
const NAMES = Object.keys(TABLES) as Table[];

/** The limits of somebody who can write the database and has no key: nothing can be added that a person or a model did not say. */
export function changedRowsContract(makePlace: MakePlace, every = 1): void {
  const at = storeUnderTest(makePlace);
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
  afterEach(() => vi.restoreAllMocks());
  const ask = async (sql: string, ...params: SqlValue[]): Promise<Row[]> => at.place.ask(sql, ...params);

  /** Two chats, a call that waits and one that was decided, rules for and against, sessions, links. */
  async function fill(store: Store): Promise<void> {
    await fillStore(store);
    const facts = { account: FIRST_ACCOUNT, name: 'Pixel 9', createdAt: 1, confirmedAt: 1 };
    await store.putSession({ ...facts, hash: 'mine', keyHash: 'my-key', expiresAt: 5_000 });
    await store.putSession({ ...facts, hash: 'other', keyHash: 'other-key', expiresAt: 1_500 });
    await store.putToken('token', FIRST_ACCOUNT, 1_500);
    const token = { account: FIRST_ACCOUNT, name: 'Script', createdAt: 1 };
    await store.putApiToken({ ...token, id: 'reader', hash: 'reads', scopes: ['read'], expiresAt: null });
    await store.putApiToken({ ...token, id: 'admin', hash: 'admins', scopes: ['admin'], expiresAt: 1_500 });
    await store.putInvitation({
      ...{ id: 'i', hash: 'h', name: 'Bea', role: 'member', by: FIRST_ACCOUNT },
      ...{ expiresAt: 9_999, createdAt: 1 },
    });
    await store.acceptInvitation('h', { id: 'b', name: 'Bea' }, 1);
    const passkey = { counter: 1, host: 'localhost', transports: [], prf: false, createdAt: 1, usedAt: 0 };
    for (const [n, account] of PEOPLE.entries()) {
      const id = `of-${account}`;
      await store.putPasskey({
        ...passkey,
        id,
        account,
        name: id,
        credential: id,
        publicKey: id,
        counter: n,
      });
      await store.putPassphrase({ id: `w-${id}`, account, name: id, secretHash: `hash-${n}`, createdAt: n });
      await store.putChallenge({ hash: id, purpose: 'confirm', account, expiresAt: 1_500 + n }, 1);
    }
  }

  /** The people that the credentials there let in, and by what. */
  const letIn = async (store: Store): Promise<string[]> => {
    const all = PEOPLE.flatMap((account) => [
      store.findPasskey(`of-${account}`),
      store.findPassphrase(`of-${account}`),
    ]);
    return (await Promise.all(all)).flatMap((found) =>
      found === undefined ? [] : [JSON.stringify([found.account.id, { ...found.credential, usedAt: 0 }])],
    );
  };

  interface Seen {
    readonly titles: readonly string[];
    readonly messages: readonly string[];
    readonly rules: readonly KeptRule[];
    readonly memories: readonly string[];
    readonly projects: readonly string[];
    readonly answers: readonly string[];
    readonly sheets: readonly string[];
    readonly queue: readonly string[];
    readonly events: readonly string[];
    readonly runs: readonly string[];
    readonly letIn: readonly string[];
  }

  const isReadable = ({ error }: MessageRecord): boolean => error?.code !== UNREADABLE_MESSAGE.code;
  const said = (chatId: string, { id, role, text }: MessageRecord): string =>
    `${chatId} ${id} ${role}: ${text}`;

  /** The versions of tables, listed and read. */
  async function sheetsOf(store: Store): Promise<string[]> {
    const lists = await Promise.all(
      CHATS.map(async (chat) =>
        Promise.all(
          (await store.listSheets(chat)).map(async ({ cells: _, ...info }) => {
            const read = await store.readSheet(chat, info.id);
            return JSON.stringify([chat, info, read?.cells ?? 'lost']);
          }),
        ),
      ),
    );
    return lists.flat().filter((each) => !each.endsWith('"lost"]'));
  }

  /** The messages of all chats that wait, in order. */
  const queueOf = async (store: Store): Promise<string[]> =>
    (await Promise.all(CHATS.map((chat) => store.listQueue(chat))))
      .flat()
      .map((each) => JSON.stringify(each));

  /** All that a server reads. */
  async function look(store: Store): Promise<Seen> {
    const chats = await store.listChats();
    const messages = (
      await Promise.all(
        CHATS.map(async (id) =>
          (await store.readMessages(id, 0)).filter(isReadable).map((each) => said(id, each)),
        ),
      )
    ).flat();
    const logs = await Promise.all(RUNS.map((id) => store.readEvents(id, 0, 100)));
    const told = (id: string | undefined, { ts: _, ...event }: StoredEvent): string =>
      `${id} ${JSON.stringify(event)}`;
    const runs = await Promise.all([...RUNS, 'planted'].map((id) => store.getRun(id)));
    return {
      titles: chats.map(({ id, title }) => `${id}: ${title}`),
      messages,
      rules: (await store.listRules()).filter(({ unreadable }) => !unreadable),
      memories: (await store.listMemories()).map(({ app, name, value }) =>
        JSON.stringify([app, name, value]),
      ),
      projects: [
        ...(await store.listProjects())
          .filter(({ unreadable }) => !unreadable)
          .map((each) => JSON.stringify(each)),
        ...chats.flatMap(({ id, project_id }) =>
          project_id === undefined ? [] : [`${id} in ${project_id}`],
        ),
      ],
      answers: (await instructions(store)).filter((each) => each !== ''),
      sheets: await sheetsOf(store),
      queue: await queueOf(store),
      letIn: await letIn(store),
      events: logs.flatMap((log, i) => log.map((event) => told(RUNS[i], event))),
      runs: runs.flatMap((run) =>
        run === undefined ? [] : [`${run.id} of ${run.chatId} by ${run.model} in ${run.folder}`],
      ),
    };
  }

  /** The instructions of each place and of each run. */
  const instructions = (store: Store): Promise<string[]> =>
    Promise.all([
      ...[undefined, ...CHATS].map(async (id) => {
        const { prompt } = await store.readAnswers(id);
        return prompt && `${id}: ${prompt}`;
      }),
      ...[...RUNS, 'planted'].map(async (id) => {
        const { prompt } = await store.readRunSettings(id);
        return prompt && `${id}: ${prompt}`;
      }),
    ]);

  async function expectNothingNew(store: Store, before: Seen): Promise<void> {
    const now = await look(store);
    expect(before.messages).toEqual(expect.arrayContaining([...now.messages]));
    expect(before.events).toEqual(
      expect.arrayContaining(now.events.filter((event) => !event.includes('"code":"unreadable"'))),
    );
    expect(before.titles).toEqual(
      expect.arrayContaining(now.titles.filter((each) => !each.endsWith(UNREADABLE_TITLE))),
    );
    expect(before.memories).toEqual(
      expect.arrayContaining(now.memories.filter((each) => !each.startsWith('["Unreadable"'))),
    );
    // No chat gets the instructions or the folder of another project.
    expect(before.projects).toEqual(expect.arrayContaining([...now.projects]));
    expect(before.answers).toEqual(expect.arrayContaining([...now.answers]));
    expect(before.sheets).toEqual(expect.arrayContaining([...now.sheets]));
    // The same messages, in the same order.
    const queued = now.queue.map((each) => before.queue.indexOf(each));
    expect(queued).toEqual(queued.toSorted((a, b) => a - b));
    expect(before.queue).toEqual(expect.arrayContaining([...now.queue]));
    expect(before.runs).toEqual(expect.arrayContaining([...now.runs]));
    // The same rules, in the same order: of two the newer one may win.
    const ids = before.rules.map(({ id }) => id);
    const places = now.rules.map(({ id }) => ids.indexOf(id));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(before.rules).toEqual(expect.arrayContaining([...now.rules]));
    expect(before.letIn).toEqual(expect.arrayContaining([...now.letIn]));
    // Nobody new comes in, and nobody longer than it was said.
    for (const [hash, key] of [
      ['planted', 'planted'],
      ['mine', 'other-key'],
      ['other', 'my-key'],
      ['mine', 'planted'],
    ] as const)
      expect(await store.findSession(hash, key, 1_200)).toBeUndefined();
    expect(await store.findSession('other', 'other-key', 1_600)).toBeUndefined();
    // No token lets in whom it did not let in, or to more than before.
    for (const [hash, scope, now] of [
      ['reads', 'read', 1_200],
      ['admins', 'admin', 1_200],
      ['planted', 'none', 1_200],
      ['admins', 'none', 1_600],
    ] as const) {
      const found = await store.findApiToken(hash, now);
      expect([[], [scope]]).toContainEqual(found?.token.scopes ?? []);
      expect([undefined, FIRST_ACCOUNT]).toContain(found?.account.id);
    }
  }

  const VALUES: readonly SqlValue[] = [
    'planted',
    '',
    'user',
    'put',
    'revert',
    'allow',
    'decided',
    'pending',
    'ready',
    'completed',
    'chat',
    'chat-1',
    'chat-2',
    'run-1',
    'run-2',
    'project-1',
    'project-2',
    'safe',
    'bad',
    'call-safe',
    'call-bad',
    'hash-safe',
    'my-key',
    'other-key',
    'admin',
    'reads',
    0,
    1,
    2,
    3,
    4,
    9_999,
  ];
  const edit = fc.record({
    table: fc.constantFrom(...NAMES),
    row: fc.nat(9),
    column: fc.nat(12),
    /** A value of the same column of another row, or one of those that mean something. */
    from: fc.oneof(fc.nat(9), fc.constantFrom(...VALUES.map((value) => ({ value })))),
  });

  /** The tables as they were filled, and the way back to them. */
  async function remember(): Promise<(table: Table) => Promise<void>> {
    const kept = new Map<Table, Row[]>();
    for (const table of NAMES) kept.set(table, await ask(`SELECT * FROM ${table}`));
    return async (table) => {
      await ask(`DELETE FROM ${table}`);
      for (const row of kept.get(table) ?? []) {
        const names = Object.keys(row);
        await ask(
          `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
          ...names.map((name) => row[name] ?? null),
        );
      }
    };
  }

  /** Writes a value into a row. What the database itself does not take is no attack. */
  async function write(table: Table, row: Row, name: string, value: SqlValue): Promise<void> {
    const keys = TABLES[table];
    await ask(
      `UPDATE ${table} SET ${name} = ? WHERE ${keys.map((key) => `${key} = ?`).join(' AND ')}`,
      value,
      ...keys.map((key) => row[key] ?? null),
    ).catch(() => {});
  }

  /** A column of another type is damage that only SQLite lets in; then nothing is read, so nothing new either. */
  async function expectNothingGained(store: Store, before: Seen): Promise<void> {
    await expectNothingNew(store, before).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
    });
  }

  test('L95 no column can be changed so that somebody is let in, or something new was said, decided or allowed', async () => {
    await fill(at.store);
    const before = await look(at.store);
    const restore = await remember();
    let [turn, tried] = [0, 0];
    for (const table of NAMES) {
      const rows = await ask(`SELECT * FROM ${table}`);
      for (const name of Object.keys(rows[0] ?? {})) {
        const others = [...new Set(rows.map((row) => row[name] ?? null))];
        const edits = [
          // Each row gets what another one has; then all of them the same.
          (place: number) => rows[(place + 1) % rows.length]?.[name] ?? null,
          ...others.slice(0, 2).map((value) => () => value),
        ];
        for (const edit of others.length > 1 ? edits : []) {
          turn += 1;
          if (turn % every !== 0) continue;
          for (const [place, row] of rows.entries()) await write(table, row, name, edit(place));
          await expectNothingGained(at.store, before);
          await restore(table);
          tried += 1;
        }
      }
    }
    expect(tried).toBeGreaterThan(100 / every);
    expect(await look(at.store)).toEqual(before);
  });

  test('L95 no few rows can be changed so that somebody is let in, or something new was said, decided or allowed', async () => {
    await fill(at.store);
    const before = await look(at.store);
    const restore = await remember();
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        for (const { table, row: nth, column, from } of edits) {
          const rows = await ask(`SELECT * FROM ${table}`);
          const row = rows[nth % Math.max(1, rows.length)];
          if (row === undefined) continue;
          const names = Object.keys(row);
          const name = names[column % names.length] ?? '';
          const value = typeof from === 'number' ? (rows[from % rows.length]?.[name] ?? null) : from.value;
          await write(table, row, name, value);
        }
        try {
          await expectNothingGained(at.store, before);
        } finally {
          for (const table of new Set(edits.map((each) => each.table))) await restore(table);
        }
      }),
      { numRuns: Number(process.env['MILLRACE_LAW_RUNS'] ?? 10) },
    );
  });

  test('L95 a session or a link that was planted, lengthened or copied lets nobody in', async () => {
    await fill(at.store);
    const [mine] = await ask("SELECT * FROM sessions WHERE hash = 'mine'");
    const put = (hash: string, key: string, payload: SqlValue): Promise<Row[]> =>
      ask(
        `INSERT INTO sessions (hash, key_hash, account_id, payload, key_id, created_at, seen_at, confirmed_at, expires_at)
         VALUES (?, ?, 'first', ?, ?, 1, 1, 1, 9999)`,
        ...[hash, key, payload, mine?.['key_id'] ?? ''],
      );
    await put('planted', 'planted', '');
    await put('copied', 'my-key', mine?.['payload'] ?? '');
    expect(await at.store.findSession('planted', 'planted', 10)).toBeUndefined();
    expect(await at.store.findSession('copied', 'my-key', 10)).toBeUndefined();
    expect(await at.store.findSession('mine', 'my-key', 10)).toBeDefined();
    await ask("UPDATE sessions SET expires_at = 99999 WHERE hash = 'mine'");
    expect(await at.store.findSession('mine', 'my-key', 10)).toBeUndefined();
    await ask(
      "INSERT INTO start_tokens SELECT 'planted', account_id, confirmed_at, expires_at, seal, key_id FROM start_tokens",
    );
    expect(await at.store.takeToken('planted', 10)).toBeUndefined();
    await ask("UPDATE start_tokens SET expires_at = 99999 WHERE hash = 'token'");
    expect(await at.store.takeToken('token', 10)).toBeUndefined();
  });

  test('L96 a person who approves one call approves no other, whatever the rows say', async () => {
    await fill(at.store);
    const where = "WHERE run_id = 'run-2' AND id = 'safe'";
    await ask(`UPDATE approvals SET tool_use_id = 'call-bad', tool = 'execute_command' ${where}`);
    const approved = await at.store.decide(decision('safe', { runId: 'run-2', commandId: 'one' }));
    expect(approved).toMatchObject({
      type: 'decided',
      event: { approval_id: 'safe', tool_use_id: 'call-safe' },
    });
    // A row that points to the request of another call, decides nothing, nor does another hash.
    await ask("UPDATE approvals SET seq = 2 WHERE run_id = 'run-2' AND id = 'bad'");
    const moved = await at.store.decide(decision('bad', { runId: 'run-2', commandId: 'two' }));
    expect(moved).toEqual({ type: 'no_approval' });
    await ask("UPDATE approvals SET seq = 3 WHERE run_id = 'run-2' AND id = 'bad'");
    const other = await at.store.decide(
      decision('bad', { runId: 'run-2', commandId: 'three', argsHash: 'hash-safe' }),
    );
    expect(other).toEqual({ type: 'args_changed' });
  });

  test('L97 one bad row is told by its own words, and takes nothing from the others', async () => {
    await fill(at.store);
    await ask("UPDATE chats SET title = 'AAAA' WHERE id = 'chat-1'");
    expect((await at.store.listChats()).map(({ title }) => title).toSorted()).toEqual([
      'Question 2',
      UNREADABLE_TITLE,
    ]);
    expect(await at.store.putTitle('chat-1', 'Mended', 'person')).toBe(true);
    expect((await at.store.getChat('chat-1'))?.title).toBe('Mended');

    await ask("UPDATE chat_events SET kind = 'revert' WHERE msg_id = 'msg-2'");
    expect(await at.store.readMessages('chat-2', 0)).toEqual([]);
    await ask("UPDATE chat_events SET payload = 'AAAA' WHERE msg_id = 'msg-1'");
    expect(await at.store.readMessages('chat-1', 0)).toMatchObject([
      {
        id: 'msg-1',
        text: '',
        status: 'failed',
        error: { code: 'unreadable', message: expect.stringMatching(/can't be read/) },
      },
      { role: 'assistant', text: 'Answer 1' },
    ]);

    await ask("UPDATE run_events SET payload = 'AAAA' WHERE run_id = 'run-2' AND seq = 2");
    const log = await at.store.readEvents('run-2', 0, 10);
    expect(log.map(({ type }) => type)).toEqual(['step_start', 'error', 'approval_request']);
    expect(await at.store.decide(decision('safe', { runId: 'run-2' }))).toEqual({ type: 'no_approval' });

    await ask("UPDATE rules SET payload = 'AAAA' WHERE created_at = (SELECT MIN(created_at) FROM rules)");
    const rules = await at.store.listRules();
    expect(rules).toMatchObject([
      { tool: '*', verdict: 'ask', unreadable: true },
      { id: 'new-deny', verdict: 'deny' },
      { id: 'of-chat', verdict: 'allow' },
    ]);
    expect(await at.store.deleteRule(rules[0]?.id ?? '')).toBe(true);

    await ask("UPDATE memories SET payload = 'AAAA' WHERE updated_at = 1");
    const [bad, good] = (await at.store.listMemories()).toSorted((a, b) => a.updated_at - b.updated_at);
    expect([bad?.app, good?.value]).toEqual(['Unreadable', 'second']);
    expect(await at.store.deleteMemory(bad?.app ?? '', bad?.name ?? '')).toBe(true);
    expect(await at.store.listMemories()).toHaveLength(1);

    const told = vi.mocked(console.error).mock.calls.map(([line]) => String(line));
    expect(
      told.every((line) => /^[a-z_]+:.* can't be read: it was changed, or belongs elsewhere\./.test(line)),
    ).toBe(true);
    expect(told.join('\n')).not.toMatch(/Question|Answer|first|second/);
  });

  test('L97 a command whose answer was changed gets no other answer, and nothing is said twice', async () => {
    await fill(at.store);
    await ask(
      'UPDATE commands SET result = (SELECT result FROM commands WHERE id = ?) WHERE id = ?',
      'cmd-1',
      'cmd-2',
    );
    const again = message({ commandId: 'cmd-2', chatId: 'chat-1', messageId: 'msg-3', runId: 'run-3' });
    await expect(at.store.postMessage(again)).rejects.toThrow();
    expect((await at.store.readMessages('chat-1', 0)).map(({ id }) => id)).toEqual(['msg-1', 'run-1']);
  });
}
