import { createHash } from 'node:crypto';
import type { KeptMemory } from '@millrace/engine/run';

/** The id that a database sees for a memory. */
export function memoryId(app: string, name: string): string {
  return createHash('sha256')
    .update(JSON.stringify([app, name]))
    .digest('hex');
}

/** Orders memories by app and name, everywhere the same way. */
export function byName(a: KeptMemory, b: KeptMemory): number {
  return compare(a.app, b.app) || compare(a.name, b.name);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
