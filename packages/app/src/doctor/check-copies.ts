import { copyLine, findCopies } from '../upgrade-copies.ts';
import { type Finding, ok, warning } from './check.ts';

/** Names the copies of the database that upgrades have made: they hold what was deleted since, and nobody else deletes them. */
export function checkCopies(data: string): Finding {
  const copies = findCopies(data);
  if (copies.length === 0) return ok('No upgrade has left a copy of the database.');
  return warning(
    `An upgrade has kept the database as it was before: ${copies.map(copyLine).join(', ')}. What you delete is still in there.`,
    'When everything works, run: millrace copy remove',
  );
}
