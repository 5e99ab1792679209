import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSealer,
  FIRST_ACCOUNT,
  openPostgresStore,
  openSqliteStore,
  type Store,
} from '@millrace/server';
import type { RunningPostgres } from '../fixtures/postgres.mjs';

/** A store that is measured, and where. */
export interface Place {
  readonly name: 'SQLite' | 'Postgres';
  readonly store: Store;
  /** A folder on the same disk. */
  readonly folder: string;
  /** The Postgres that keeps it. */
  readonly postgres: RunningPostgres | undefined;
  close(): Promise<void>;
}

const sealer = createSealer(new Uint8Array(32));

export function openSqlitePlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
  const store = openSqliteStore(join(folder, 'bench.sqlite'), { sealer });
  const close = async (): Promise<void> => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { name: 'SQLite', store: store.of(FIRST_ACCOUNT), folder, postgres: undefined, close };
}

/** On a Postgres of its own, with the settings that it comes with. */
export async function openPostgresPlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
  // Seen from dist.
  const { href } = new URL('../../fixtures/postgres.mjs', import.meta.url);
  // Its types are beside it.
  const { startPostgres } = (await import(href)) as typeof import('../fixtures/postgres.mjs');
  const postgres = await startPostgres();
  const store = await openPostgresStore(postgres.url, { sealer });
  const close = async (): Promise<void> => {
    await store.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { name: 'Postgres', store: store.of(FIRST_ACCOUNT), folder, postgres, close };
}

/** A run that is claimed, and a way to append behind its newest event. */
export async function openRun(store: Store, runId: string) {
  await store.createChat(runId, 1);
  const ids = { commandId: runId, chatId: runId, messageId: `m-${runId}`, runId };
  await store.postMessage({ ...ids, text: 'Go', model: 'bench/bench', ts: 1 });
  const run = await store.claimRun(runId, { owner: 'bench', now: Date.now(), leaseMs: 3_600_000 });
  const claim = { runId, fence: run?.fence ?? 0 };
  let seq = run?.lastSeq ?? 0;
  return async (...[events, durability]: [Parameters<Store['append']>[2], 'durable' | 'relaxed']) => {
    const stored = await store.append(claim, seq, events, Date.now(), durability);
    if (stored === 'behind') throw new Error('Somebody else appends to this run.');
    seq += stored.length;
  };
}
