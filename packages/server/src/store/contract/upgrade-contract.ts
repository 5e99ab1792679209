import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { WholeStore as Store } from '../../../../../fixtures/whole-store.ts';
import { FIRST_ACCOUNT } from '../account.ts';
import { SCHEMA_VERSION } from '../schema/schema.ts';
import { createSealer, type Sealer } from '../seal/sealer.ts';
import type { ApprovalRow, RunRow } from '../store.ts';
import type { Row, SqlValue } from '../tx.ts';
import { decision, lease, SEALER } from './place-contract.ts';

const fileOf = (version: number): URL =>
  new URL(`../../../../../fixtures/databases/version-${version}.json`, import.meta.url);

/** The versions that databases of people may have. */
const VERSIONS = [10, 11, 15, 16, 18];

/** A database that the code of an older version has made: its tables, their rows, and what its store read in them. */
interface OldDatabase {
  readonly version: number;
  readonly schema: readonly string[];
  readonly tables: Readonly<Record<string, readonly Row[]>>;
  readonly seen: {
    readonly chats: readonly unknown[];
    readonly messages: Readonly<Record<string, readonly OldMessage[]>>;
    readonly runs: Readonly<Record<string, RunRow>>;
    readonly events: Readonly<Record<string, readonly unknown[]>>;
    /** Older rows had a hash of the arguments. */
    readonly approvals: Readonly<Record<string, readonly (ApprovalRow & { readonly argsHash: string })[]>>;
    readonly rules: readonly unknown[];
    readonly memories: readonly unknown[];
    readonly trust: readonly unknown[];
    readonly restore: unknown;
    /** The messages of a chat before somebody went back in it. */
    readonly hidden: readonly OldMessage[];
    /** Those of newer versions. */
    readonly projects?: readonly unknown[];
    readonly answers?: readonly unknown[];
    readonly sheets?: readonly unknown[];
  };
}

interface OldMessage {
  readonly branches?: unknown;
  readonly tools?: readonly Readonly<Record<string, unknown>>[];
}

/** A database that can be written without a store. */
export interface OldPlace {
  /** Runs a statement there. */
  ask(sql: string, ...params: SqlValue[]): Promise<Row[]>;
  version(): Promise<number>;
  setVersion(version: number): Promise<void>;
  /** All columns and indexes there, in an order that does not depend on when they were made. */
  shape(): Promise<unknown>;
  open(sealer: Sealer): Promise<Store>;
}

const NEW_NAMES: Readonly<Record<string, string>> = {
  startedAt: 'started_at',
  endedAt: 'ended_at',
  inDoubt: 'in_doubt',
  doubtedAt: 'doubted_at',
  decidedBy: 'decided_by',
  decidedFrom: 'decided_from',
};

/** A message of version 10 as it is read now. */
function renamed(message: OldMessage): OldMessage {
  const call = (old: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(old).map(([name, value]) => [NEW_NAMES[name] ?? name, value]));
  return message.tools === undefined ? message : { ...message, tools: message.tools.map(call) };
}

const readOld = (version = 10): OldDatabase =>
  JSON.parse(readFileSync(fileOf(version), 'utf8')) as OldDatabase;

/** The versions before there was one schema whose rows were sealed. */
const BEFORE_TEN = [3, 4, 5, 6, 7, 8, 9];

/** A database of such a version: its tables, as its own steps made them, with the rows of version 8 as far as it had them. */
function readBeforeTen(version: number): OldDatabase {
  const { steps, tables, ...old } = JSON.parse(readFileSync(fileOf(8), 'utf8')) as OldDatabase & {
    readonly steps: readonly (readonly string[])[];
  };
  const schema = steps.slice(0, version).flat();
  const dropped = version >= 9 ? ['start_tokens', 'sessions'] : [];
  const kept = Object.entries(tables).flatMap(([table, rows]) => {
    const columns = new Set(
      schema.flatMap((sql) => [
        ...(sql.startsWith(`CREATE TABLE ${table} (`)
          ? (sql.match(/(?<=[(,] )\w+(?= )|(?<=\()\w+(?= )/g) ?? [])
          : []),
        ...(sql.startsWith(`ALTER TABLE ${table} ADD COLUMN `) ? [sql.split(' ')[5] ?? ''] : []),
      ]),
    );
    if (columns.size === 0 || dropped.includes(table)) return [];
    const known = (row: Row): Row =>
      Object.fromEntries(Object.entries(row).filter(([name]) => columns.has(name)));
    return [[table, rows.map(known)] as const];
  });
  return { ...old, version, schema, tables: Object.fromEntries(kept) };
}

async function writeOld(place: OldPlace, { version, schema, tables }: OldDatabase): Promise<void> {
  for (const statement of schema) await place.ask(statement);
  for (const [table, rows] of Object.entries(tables)) {
    for (const row of rows) {
      const names = Object.keys(row);
      await place.ask(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        ...names.map((name) => row[name] ?? null),
      );
    }
  }
  await place.setVersion(version);
}

/** A store reads in an old database what the code of that time read, and continues with it. */
export function upgradeContract(makePlace: () => Promise<OldPlace>): void {
  test.each(VERSIONS)(
    'L98 a database of version %i keeps every message, log, question, rule, memory and session',
    async (version) => {
      const old = readOld(version);
      const { seen } = old;
      const place = await makePlace();
      await writeOld(place, old);
      const store = await place.open(SEALER);
      expect(await store.listChats()).toEqual(seen.chats);
      for (const [id, messages] of Object.entries(seen.messages))
        expect(await store.readMessages(id, 0)).toEqual(messages.map(renamed));
      for (const [id, run] of Object.entries(seen.runs)) expect(await store.getRun(id)).toEqual(run);
      for (const [id, events] of Object.entries(seen.events))
        expect(await store.readEvents(id, 0, 999)).toEqual(events);
      for (const [id, approvals] of Object.entries(seen.approvals))
        expect(await store.readApprovals(id)).toEqual(approvals.map(({ argsHash: _, ...kept }) => kept));
      expect(await store.listRules()).toEqual(seen.rules);
      expect(await store.listMemories()).toEqual(seen.memories);
      expect(await store.readTrust('/home/me/w')).toEqual(seen.trust);
      expect(await store.readRestore('chat-6', 'r')).toEqual(seen.restore);
      const { projects = [], answers, sheets = [] } = seen;
      expect(await store.listProjects()).toEqual(projects);
      if (answers !== undefined)
        expect([await store.readAnswers(), await store.readAnswers('chat-1')]).toEqual(answers);
      expect(await store.listSheets('chat-project')).toEqual(sheets);
      // It is signed in as before, and must confirm before it changes who may come in.
      expect(await store.findSession('mine', 'page', 1)).toMatchObject({
        session: { confirmedAt: 0 },
        account: { id: FIRST_ACCOUNT, role: 'owner' },
      });
      expect(await store.takeToken('token', 1)).toEqual({ account: FIRST_ACCOUNT, confirmedAt: 0 });
      expect(await store.listAccounts()).toMatchObject([
        { id: FIRST_ACCOUNT, role: 'owner', status: 'active' },
      ]);
      await store.close();
      // The second start finds nothing to upgrade.
      expect(await place.version()).toBe(SCHEMA_VERSION);
      const again = await place.open(SEALER);
      expect(await again.readMessages('chat-1', 0)).toEqual(seen.messages['chat-1']?.map(renamed));
      await again.close();
    },
  );

  test('S95 an upgrade hides what could be guessed, in the rooms of all people, and all of it is found as before', async () => {
    const place = await makePlace();
    await writeOld(place, readOld(16));
    const store = await place.open(SEALER);
    const bea = store.of('bea');
    expect(await bea.listMemories()).toMatchObject([{ name: 'of Bea', value: 'birds' }]);
    expect(await bea.readRules({ chatId: 'c', workspace: '/home/bea' })).toMatchObject([
      { id: 'r', of: '/home/bea', verdict: 'deny' },
    ]);
    expect(await bea.readTrust('/home/bea')).toMatchObject([{ path: 'a.md' }]);
    const names = await Promise.all(
      ['memories', 'rules', 'trusted_files'].map((table) => place.ask(`SELECT * FROM ${table}`)),
    );
    expect(JSON.stringify(names)).not.toMatch(/"[0-9a-f]{64}"|"id":"r"/);
    // A memory that is kept again takes the same place.
    await bea.putMemory({ app: 'Code', name: 'of Bea', value: 'owls', updated_at: 7 });
    expect(await bea.listMemories()).toMatchObject([{ value: 'owls' }]);
    expect(await bea.deleteMemory('Code', 'of Bea')).toBe(true);
    expect(await bea.deleteRule('r')).toBe(true);
    await bea.dropTrust('/home/bea');
    expect(await bea.readTrust('/home/bea')).toEqual([]);
    await store.close();
  });

  test.each(BEFORE_TEN)(
    'L98 a database of version %i, from before there was one schema, keeps every message, log and rule',
    async (version) => {
      const old = readBeforeTen(version);
      const place = await makePlace();
      await writeOld(place, old);
      const store = await place.open(SEALER);
      const { seen } = old;
      for (const [id, messages] of Object.entries(seen.messages)) {
        const found = await store.readMessages(id, 0);
        // Messages could be hidden since version 7, and edited as branches since version 8.
        if (version >= 8) expect(found).toEqual(messages);
        else
          expect(found).toEqual(
            expect.arrayContaining(
              messages.map(({ branches: _, ...message }) => expect.objectContaining(message)),
            ),
          );
      }
      for (const [id, events] of Object.entries(seen.events))
        expect(await store.readEvents(id, 0, 99)).toEqual(events);
      for (const [id, approvals] of Object.entries(seen.approvals))
        expect(await store.readApprovals(id)).toEqual(approvals.map(({ argsHash: _, ...kept }) => kept));
      expect(await store.listRules()).toEqual(version >= 4 ? seen.rules : []);
      expect(await store.listMemories()).toEqual(version >= 6 ? seen.memories : []);
      // Sessions had no page key: everybody signs in again.
      expect(await store.findSession('mine', 'page', 1)).toBeUndefined();
      expect(await store.claimRun('run-2', lease('w', 9_000))).toMatchObject({ fence: 2 });
      await store.close();
      expect(await place.version()).toBe(SCHEMA_VERSION);
      const again = await place.open(SEALER);
      expect(await again.readMessages('chat-3', 0)).toEqual(seen.messages['chat-3']);
      await again.close();
    },
  );

  test.each(VERSIONS)('L98 what was under way in a database of version %i goes on', async (version) => {
    const old = readOld(version);
    const place = await makePlace();
    await writeOld(place, old);
    const store = await place.open(SEALER);
    const ids = { commandId: 'cmd-2', chatId: 'chat-2', messageId: 'x', runId: 'x' };
    expect(await store.postMessage({ ...ids, text: 'x', model: 'm', ts: 1 })).toEqual({
      type: 'sent',
      sent: { message_id: 'msg-2', run_id: 'run-2' },
      fresh: false,
    });
    const decided = await store.decide(
      decision('safe', { runId: 'run-2', decision: { type: 'approve_always' }, ts: 9_000 }),
    );
    expect(decided).toMatchObject({ type: 'decided', event: { tool_use_id: 'call-safe' } });
    expect((await store.listRules()).map(({ id }) => id)).toContain('offered');
    expect(await store.claimRun('run-2', lease('w', 9_000))).toMatchObject({ fence: 3 });
    expect(await store.claimRun('run-5', lease('w', 9_000))).toMatchObject({ fence: 2, background: true });
    // Messages that were hidden were upgraded too.
    const undo = { commandId: 'u', id: 'restore-1', chatId: 'chat-6', actor: 'device-1', ts: 9_000 };
    expect(await store.beginUndo(undo)).toMatchObject({ type: 'begun' });
    expect(await store.readMessages('chat-6', 0)).toEqual(old.seen.hidden.map(renamed));
    await store.close();
  });

  test('L98 a row that was damaged before the upgrade is reported later, and takes nothing from the others', async () => {
    const old = readOld();
    const place = await makePlace();
    await writeOld(place, old);
    await place.ask("UPDATE chat_events SET payload = 'AAAA' WHERE msg_id = 'msg-2'");
    await place.ask("UPDATE rules SET payload = 'AAAA' WHERE id = 'old-allow'");
    const store = await place.open(SEALER);
    expect(await store.readMessages('chat-2', 0)).toMatchObject([
      { id: 'msg-2', error: { code: 'unreadable' } },
    ]);
    expect(await store.readMessages('chat-1', 0)).toEqual(old.seen.messages['chat-1']?.map(renamed));
    expect((await store.listRules()).map(({ unreadable }) => unreadable ?? false)).toEqual([true, false]);
    await store.close();
  });

  test.each(VERSIONS)(
    'L354 the chats of a database of version %i can be placed, deleted and put in projects',
    async (version) => {
      const place = await makePlace();
      await writeOld(place, readOld(version));
      const store = await place.open(SEALER);
      const facts = { name: 'P', instructions: '', model: null, workspace: null };
      await store.createProject({ id: 'p', ...facts, created_at: 1 });
      expect(await store.projectOf('chat-1')).toBeUndefined();
      await store.changePlaces({ ids: ['chat-1'], pinned: true, projectId: 'p', ts: 1 });
      expect(await store.getChat('chat-1')).toMatchObject({ pinned: true, project_id: 'p' });
      await store.changePlaces({ ids: ['chat-1'], deleted: true, ts: 2 });
      expect(await store.getChat('chat-1')).toBeUndefined();
      await store.close();
    },
  );

  test.each(VERSIONS)(
    'L100 an upgraded database of version %i has the tables, columns and indexes of a new one',
    async (version) => {
      const [upgraded, fresh] = [await makePlace(), await makePlace()];
      await writeOld(upgraded, readOld(version));
      for (const place of [upgraded, fresh]) await (await place.open(SEALER)).close();
      const shape = await fresh.shape();
      expect(await upgraded.shape()).toEqual(shape);
      expect(JSON.stringify(shape)).toContain('wants_floor');
    },
  );

  /** The tables whose rows belong to people, and the column that names the key. */
  const OF_PEOPLE = [
    ...['chats', 'chat_events', 'runs', 'run_events', 'approvals', 'projects', 'answer_settings'],
    ...['memories', 'sheet_versions'],
  ];

  test.each(VERSIONS)(
    'S80 S111 the rows of a database of version %i get the keys of their people, whatever is read and killed between two batches',
    async (version) => {
      const old = readOld(version);
      const place = await makePlace();
      await writeOld(place, old);
      // More rows than a batch has, in one log.
      const many = Array.from({ length: 240 }, (_, i) => i + 1_001);
      const rows = many.flatMap((seq) => {
        const status = JSON.stringify({ type: 'status', message: `${seq}` });
        return [seq, SEALER.seal(status, `run_events:run-1:${seq}:9`), SEALER.keyId];
      });
      // Version 16 was the first with accounts.
      const [column, owner] = version < 16 ? ['', ''] : ['account_id, ', `'${FIRST_ACCOUNT}', `];
      await place.ask(
        `INSERT INTO run_events (${column}run_id, seq, fence, type, payload, key_id, ts) VALUES ${many
          .map(() => `(${owner}'run-1', ?, 9, 'status', ?, ?, 1)`)
          .join(', ')}`,
        ...rows,
      );
      let store = await place.open(SEALER);
      const everything = async () => ({
        chats: await store.listChats(),
        messages: await Promise.all(
          Object.keys(old.seen.messages).map(async (id) => store.readMessages(id, 0)),
        ),
        events: await Promise.all(Object.keys(old.seen.runs).map(async (id) => store.readEvents(id, 0, 999))),
        runs: await Promise.all(Object.keys(old.seen.runs).map(async (id) => store.getRun(id))),
        settings: await Promise.all(Object.keys(old.seen.runs).map(async (id) => store.readRunSettings(id))),
        approvals: await Promise.all(Object.keys(old.seen.runs).map(async (id) => store.readApprovals(id))),
        memories: await store.listMemories(),
        projects: await store.listProjects(),
        answers: [await store.readAnswers(), await store.readAnswers('chat-1')],
        sheets: await store.listSheets('chat-project'),
        restore: await store.readRestore('chat-6', 'r'),
      });
      const before = await everything();
      expect(before.chats.length).toBeGreaterThan(3);
      const progress = async () => (await store.vaultOf(FIRST_ACCOUNT).facts()).upgrade;
      const told = [await progress()];
      let left = 1;
      for (let batch = 0; left > 0; batch += 1) {
        left = await store.sealAgain(1 + (batch % 2));
        told.push(await progress());
        if (batch % 3 !== 2) continue;
        // Killed: the next process goes on from what was committed.
        await store.close();
        store = await place.open(SEALER);
        expect(await everything()).toEqual(before);
      }
      expect(await store.sealAgain()).toBe(0);
      const total = told[0]?.total ?? 0;
      expect([total > 3, told[0]?.done, told.at(-1), await progress()]).toEqual([
        true,
        0,
        undefined,
        undefined,
      ]);
      const done = told.slice(0, -1).map((each) => each?.done ?? -1);
      expect(done).toEqual([...done].sort((a, b) => a - b));
      expect(await everything()).toEqual(before);
      for (const table of OF_PEOPLE)
        expect([
          table,
          await place.ask(`SELECT key_id FROM ${table} WHERE key_id = ?`, SEALER.keyId),
        ]).toEqual([table, []]);
      expect(await place.ask('SELECT id FROM chats WHERE place_key_id = ?', SEALER.keyId)).toEqual([]);
      expect(await place.ask("SELECT name FROM meta WHERE name = 'reseal'")).toEqual([]);
      // A run that was open goes on under its new key.
      const claim = await store.claimRun('run-5', lease('w', 9_000));
      const log = await store.readEvents('run-5', 0, 99);
      const event = { type: 'status', message: 'on' } as const;
      const own = { runId: 'run-5', fence: claim?.fence ?? 0 };
      expect(await store.append(own, log.length, [event], 9_001, 'durable')).toHaveLength(1);
      await store.close();
    },
  );

  test('S204 messages of an older database have a proof at once and are markdown later; one that was planted after the start is none', async () => {
    const old = readOld(18);
    const place = await makePlace();
    await writeOld(place, old);
    const store = await place.open(SEALER);
    const rows = await place.ask('SELECT * FROM chat_events ORDER BY chat_id, seq');
    const payloads = (of: readonly Row[]) => of.map(({ payload }) => String(payload)).sort();
    expect(payloads(rows)).toEqual(payloads(old.tables['chat_events'] ?? []));
    expect(rows.map(({ proof }) => String(proof).length)).toEqual(rows.map(() => 44));
    const isOld = "substr(payload, 1, 2) <> 'Ag'";
    expect(await place.ask(`SELECT seq FROM chat_events WHERE ${isOld}`)).toHaveLength(rows.length);
    await place.ask("UPDATE chat_events SET proof = '' WHERE msg_id = 'msg-2'");
    const seen = () => Promise.all(['chat-1', 'chat-2'].map((id) => store.readMessages(id, 0)));
    const before = await seen();
    expect(before).toMatchObject([
      old.seen.messages['chat-1']?.map(renamed),
      [{ error: { code: 'unreadable' } }],
    ]);
    while ((await store.sealAgain()) > 0);
    expect(await seen()).toEqual(before);
    expect(await place.ask(`SELECT msg_id FROM chat_events WHERE ${isOld}`)).toEqual([{ msg_id: 'msg-2' }]);
    await store.close();
  });

  test('S80 a worker that has kept the key of a run appends under the new one', async () => {
    const place = await makePlace();
    await writeOld(place, readOld());
    const [store, other] = [await place.open(SEALER), await place.open(SEALER)];
    const claim = await store.claimRun('run-5', lease('w', 9_000));
    const own = { runId: 'run-5', fence: claim?.fence ?? 0 };
    const event = { type: 'status', message: 'on' } as const;
    let seq = claim?.lastSeq ?? 0;
    for (let left = 1; left > 0; ) {
      expect(await store.append(own, seq, [event], 9_001, 'relaxed')).toHaveLength(1);
      seq += 1;
      left = await other.sealAgain(1);
    }
    expect(await store.append(own, seq, [event], 9_001, 'relaxed')).toHaveLength(1);
    for (const each of [store, other])
      expect((await each.readEvents('run-5', 0, 99)).map(({ type }) => type)).not.toContain('error');
    await store.close();
    await other.close();
  });

  test('S80 a row that was damaged before is told as before, and takes nothing from the others', async () => {
    const old = readOld();
    const place = await makePlace();
    await writeOld(place, old);
    await place.ask("UPDATE chat_events SET payload = 'AAAA' WHERE msg_id = 'msg-2'");
    const store = await place.open(SEALER);
    while ((await store.sealAgain()) > 0);
    expect(await store.readMessages('chat-2', 0)).toMatchObject([
      { id: 'msg-2', error: { code: 'unreadable' } },
    ]);
    expect(await store.readMessages('chat-1', 0)).toEqual(old.seen.messages['chat-1']?.map(renamed));
    await store.close();
  });

  test('L101 an upgrade that fails leaves the database as it was', async () => {
    const old = readOld();
    const place = await makePlace();
    await writeOld(place, old);
    const rows = () => place.ask('SELECT * FROM chat_events ORDER BY chat_id, seq');
    const before = await rows();
    let sealed = 0;
    const broken: Sealer = {
      ...SEALER,
      seal(plain, about) {
        sealed += 1;
        if (sealed === 2) throw new Error('No more.');
        return SEALER.seal(plain, about);
      },
    };
    await expect(place.open(broken)).rejects.toThrow('No more.');
    const other = createSealer(new Uint8Array(32).fill(9));
    await expect(place.open(other)).rejects.toThrow(
      new RegExp(`encrypted with the key ${SEALER.keyId}.*${other.keyId}.*Give it the key`),
    );
    expect(await place.version()).toBe(old.version);
    expect(await rows()).toEqual(before);
    await (await place.open(SEALER)).close();
    expect(await rows()).not.toEqual(before);
  });

  test('L99 a database of a version that did not encrypt is refused with the fix, and left as it is', async () => {
    const place = await makePlace();
    await writeOld(place, { ...readBeforeTen(3), version: 2 });
    await expect(place.open(SEALER)).rejects.toThrow(
      /did not encrypt \(schema 2, .*from 3 on\), .* start the Millrace of commit \w+ on it once .*, or set MILLRACE_/,
    );
    expect(await place.version()).toBe(2);
  });
}
