import type { Bus } from './bus.ts';

/** A bus between the servers of one Postgres database. */
export interface PostgresBus extends Bus {
  /** Tells what is still waiting to be told, and ends. */
  close(): Promise<void>;
}

/** The options of `openPostgresBus`. */
export interface PostgresBusOptions {
  /** How often everybody is woken where Postgres has no NOTIFY; 500 ms by default. */
  readonly pollMs?: number;
  /** How often everybody is woken although nothing was heard; 10 seconds by default. */
  readonly beatMs?: number;
}

/**
 * A bus between all servers on one Postgres and schema, over a session of its own. Local subscribers are woken at once.
 * Publish what was committed. A lost session is opened again, and then everybody is woken: something may have been missed.
 * So are they now and then: a node that dies between its commit and its message tells nobody.
 * Rejects with one sentence that says the fix when Postgres can't be reached at the start.
 */
export async function openPostgresBus(url: string, options: PostgresBusOptions = {}): Promise<PostgresBus> {
  // The driver is loaded with the first bus that needs it: a server on SQLite starts without it.
  const [{ readAddress }, { explain }, { PostgresListener }] = await Promise.all([
    import('../../store/postgres/address.ts'),
    import('../../store/postgres/failure.ts'),
    import('./postgres-listener.ts'),
  ]);
  const address = readAddress(url);
  const bus = new PostgresListener(address, options);
  try {
    await bus.connect();
  } catch (error) {
    throw new Error(explain(error, address), { cause: error });
  }
  return bus;
}
