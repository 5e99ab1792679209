import { DatabaseError } from 'pg';
import type { StoreErrorCode } from '../store-error.ts';
import type { Address } from './address.ts';

/** Two transactions blocked each other, or one did not see the other's write: a second attempt sees it. */
const CONFLICTS: readonly string[] = ['40001', '40P01', '23505'];

/** Whole classes and single codes for a server that is shutting down, is not ready yet, or is read-only. */
const LOST = /^(08...|57P0[1-5]|25P03|25006|40003|53300)$/;

export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && CONFLICTS.includes(error.code ?? '');
}

/** An error of the driver that is no answer of the database is a failure of the connection. */
export function isLost(error: unknown): boolean {
  return !(error instanceof DatabaseError) || LOST.test(error.code ?? '');
}

/** The codes of Postgres for problems of its disk. */
const TROUBLES: Readonly<Record<string, StoreErrorCode>> = {
  '53100': 'store_full',
  '58030': 'store_failed',
  XX001: 'store_corrupt',
  XX002: 'store_corrupt',
};

/** The trouble that Postgres has with its own disk; undefined when it has none. */
export function troubleOf(error: unknown): StoreErrorCode | undefined {
  return error instanceof DatabaseError ? TROUBLES[error.code ?? ''] : undefined;
}

/** One sentence on why a connection or the work on it failed, with the fix where there is one. Has no password in it. Pure. */
export function explain(error: unknown, { host, user, database, schema }: Address): string {
  const { code = '', message } = error as { code?: string; message: string };
  const postgres = `Postgres at ${host}`;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host of ${postgres} was not found. Correct its name in MILLRACE_STORE.`;
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `${postgres} does not respond. Start it, or correct host and port in MILLRACE_STORE.`;
    case '28P01':
      return `${postgres} refused the password of ${user}. Correct it in MILLRACE_STORE.`;
    case '28000':
      return `${postgres} does not let ${user} in: ${message}. Correct the user in MILLRACE_STORE, or allow it in pg_hba.conf.`;
    case '3D000':
      return `${postgres} has no database ${database}. Create it (createdb ${database}), or correct its name in MILLRACE_STORE.`;
    case '42501':
      return `${user} has no rights to do this in the database ${database} of ${postgres}: ${message}. Grant them (GRANT ALL ON ${schema === undefined ? `DATABASE ${database}` : `SCHEMA ${schema}`} TO ${user}).`;
    case '3F000':
      return `The search path of ${user} names no schema of the database ${database} of ${postgres}. Name one in MILLRACE_STORE (?schema=millrace).`;
    case '53100':
      return `The disk of ${postgres} is full. Free some space there; work then continues by itself.`;
    case 'XX001':
    case 'XX002':
      return `${postgres} found damage in the database ${database}: ${message}. Restore a backup.`;
    case '53300':
      return `${postgres} has no connection left for ${user}. Raise its max_connections, or run fewer servers.`;
    default:
      break;
  }
  if (message.includes('password must be a')) {
    return `${postgres} requires a password for ${user}. Add it to MILLRACE_STORE.`;
  }
  if (/timeout|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/i.test(`${code} ${message}`)) {
    return `${postgres} did not respond in time. Check that it is running and can be reached from here.`;
  }
  return `${postgres} failed: ${message.replace(/\.$/, '')}.`;
}
