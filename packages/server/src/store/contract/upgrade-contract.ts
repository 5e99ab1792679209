import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../schema/schema.ts';
import type { Store } from '../store.ts';
import type { Row, SqlValue, Tx } from '../tx.ts';
import { SEALER } from './place-contract.ts';

const FILE = new URL('../../../../../fixtures/databases/version-8.json', import.meta.url);

/** A database that the code of that version has made: its rows, and what its store read in them. */
interface OldDatabase {
  readonly version: number;
  readonly tables: Readonly<Record<string, readonly Row[]>>;
  readonly seen: {
    readonly chats: readonly unknown[];
    readonly messages: Readonly<Record<string, readonly unknown[]>>;
    readonly events: Readonly<Record<string, readonly unknown[]>>;
    readonly approvals: Readonly<Record<string, readonly unknown[]>>;
    readonly rules: readonly unknown[];
    readonly memories: readonly unknown[];
    readonly restore: unknown;
  };
}

/** Where an old database can be written. */
export interface OldPlace {
  /** Runs a statement there. */
  ask(sql: string, ...params: SqlValue[]): Promise<Row[]>;
  setVersion(version: number): Promise<void>;
  open(): Promise<Store>;
}

/** Writes the database as the version before the seals of rows left it. */
async function writeOld(place: OldPlace, { version, tables }: OldDatabase): Promise<void> {
  for (const step of MIGRATIONS.slice(0, version)) {
    if (typeof step !== 'string') await drive(place, step(SEALER));
    else for (const sql of step.split(';')) if (sql.trim() !== '') await place.ask(sql);
  }
  await place.ask('DELETE FROM meta');
  for (const [table, rows] of Object.entries(tables)) {
    for (const row of rows) {
      const names = Object.keys(row);
      const marks = names.map(() => '?').join(', ');
      await place.ask(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`,
        ...names.map((name) => row[name] ?? null),
      );
    }
  }
  await place.setVersion(version);
}

async function drive({ ask }: OldPlace, body: Tx<void>): Promise<void> {
  let turn = body.next([]);
  while (!turn.done) turn = body.next(await ask(...('final' in turn.value ? turn.value.final : turn.value)));
}

/** A store reads in an old database what the code of that time read, and goes on with it. */
export function upgradeContract(makePlace: () => Promise<OldPlace>): void {
  test('L98 a database of the version before keeps every message, log, question, rule and memory', async () => {
    const old = JSON.parse(readFileSync(FILE, 'utf8')) as OldDatabase;
    const place = await makePlace();
    await writeOld(place, old);
    // One row that was damaged before takes nothing from the others.
    const store = await place.open();
    const { seen } = old;
    expect(await store.listChats()).toEqual(seen.chats);
    for (const [id, messages] of Object.entries(seen.messages))
      expect(await store.readMessages(id, 0)).toEqual(messages);
    for (const [id, events] of Object.entries(seen.events))
      expect(await store.readEvents(id, 0, 99)).toEqual(events);
    for (const [id, approvals] of Object.entries(seen.approvals))
      expect(await store.readApprovals(id)).toEqual(approvals);
    expect(await store.listRules()).toEqual(seen.rules);
    expect(await store.listMemories()).toEqual(seen.memories);
    expect(await store.readRestore('chat-1', 'r')).toEqual(seen.restore);
    // Sessions had no page key: everybody signs in again.
    expect(await store.hasSession('mine', '', 1)).toBe(false);
    expect(await store.takeToken('token', 1)).toBe(false);
    // What was under way goes on: a command is known, a question can be decided, a run can be claimed.
    const ids = { commandId: 'cmd-2', chatId: 'chat-2', messageId: 'x', runId: 'x' };
    expect(await store.postMessage({ ...ids, text: 'x', model: 'm', ts: 1 })).toEqual({
      type: 'sent',
      sent: { message_id: 'msg-2', run_id: 'run-2' },
      fresh: false,
    });
    const decided = await store.decide({
      ...{
        commandId: 'd',
        runId: 'run-2',
        approvalId: 'safe',
        argsHash: 'hash-safe',
        by: 'device-1',
        ts: 9_000,
      },
      decision: { type: 'approve' },
    });
    expect(decided).toMatchObject({ type: 'decided', event: { tool_use_id: 'call-safe' } });
    expect(await store.claimRun('run-2', { owner: 'w', now: 9_000, leaseMs: 100 })).toMatchObject({
      fence: 2,
    });
    await store.close();
    const again = await place.open();
    expect(await again.readMessages('chat-1', 0)).toEqual(seen.messages['chat-1']);
    await again.close();
  });

  test('L98 a row that was damaged before the upgrade is told later, and takes nothing from the others', async () => {
    const old = JSON.parse(readFileSync(FILE, 'utf8')) as OldDatabase;
    const place = await makePlace();
    await writeOld(place, old);
    await place.ask("UPDATE chat_events SET payload = 'AAAA' WHERE msg_id = 'msg-2'");
    await place.ask("UPDATE rules SET payload = 'AAAA' WHERE id = 'old-allow'");
    const store = await place.open();
    expect(await store.readMessages('chat-2', 0)).toMatchObject([
      { id: 'msg-2', error: { code: 'unreadable' } },
    ]);
    expect(await store.readMessages('chat-3', 0)).toEqual(old.seen.messages['chat-3']);
    expect((await store.listRules()).map(({ unreadable }) => unreadable ?? false)).toEqual([true, false]);
    await store.close();
  });
}
