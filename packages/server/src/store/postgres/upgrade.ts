import type { PersonalKeys } from '../keyring/personal-keys.ts';
import { inspect, type StoreFacts } from '../schema/inspect.ts';
import { migrate } from '../schema/migrate.ts';
import { SCHEMA_VERSION } from '../schema/schema.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { Address } from './address.ts';
import { type Ask, drive, inSession, LOCK_WORDS, makeSchema, version, wordsOf } from './session.ts';

/**
 * Brings the schema of an address to this version's; of several servers that start at once, one does it and the others wait.
 * Refuses one that a newer version has written or that has another key. Rejects with one sentence that says the fix.
 */
export async function upgrade(address: Address, sealer: Sealer, personal: PersonalKeys): Promise<void> {
  await inSession(address, async (ask) => {
    await ask('BEGIN');
    await ask('SET LOCAL synchronous_commit = on');
    await ask(`SELECT pg_advisory_xact_lock(${LOCK_WORDS})`);
    await makeSchema(ask, address);
    await waitForWriters(ask);
    await drive(ask, migrate({ ...wordsOf(address), version, sealer, personal }));
    await ask('COMMIT');
  });
}

/** An upgrade begins when nobody writes, and those who write after it see it. */
async function waitForWriters(ask: Ask): Promise<void> {
  const found = await drive(ask, version.read());
  if (found > 0 && found < SCHEMA_VERSION) await ask('LOCK TABLE millrace_schema IN ACCESS EXCLUSIVE MODE');
}

/** Looks at the schema of an address in a transaction that can write nothing. Rejects with one sentence that says the fix. */
export async function look(address: Address): Promise<StoreFacts> {
  return inSession(address, async (ask) => {
    await ask('BEGIN READ ONLY');
    return drive(ask, inspect({ ...wordsOf(address), version }));
  });
}
