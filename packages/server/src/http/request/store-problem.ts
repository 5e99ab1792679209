import type { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { StoreError, StoreErrorCode } from '../../store/store-error.ts';
import { problem } from './problem.ts';

// The sentences for clients. Paths and hosts are for the console.
const TOLD: Readonly<Record<StoreErrorCode, readonly [ContentfulStatusCode, string]>> = {
  store_full: [507, "The server's disk is full. Free some space, then try again; nothing is lost."],
  store_locked: [503, 'Another process has locked the database. Try again when it is done.'],
  store_read_only: [
    503,
    "The server can't write to its database. The server log names the file and what to do.",
  ],
  store_corrupt: [503, 'The database is damaged. Stop the server and restore a backup; see the server log.'],
  store_newer: [
    503,
    'A newer version has upgraded the database, so this server writes nothing more. Update it, or ask another server.',
  ],
  store_lost: [503, "The database can't be reached. Try again in a moment."],
  store_failed: [503, "The server's disk reported an error; see the server log."],
};

/** The answer to a request that the store could not serve. */
export function storeProblem({ code }: StoreError): HTTPException {
  const [status, message] = TOLD[code];
  return problem(status, code, message);
}
