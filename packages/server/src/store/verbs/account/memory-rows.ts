import { createHash } from 'node:crypto';
import type { KeptMemory } from '@millrace/engine/run';
import { hiddenMemory } from '../../seal/hidden.ts';
import type { Sealer } from '../../seal/sealer.ts';

/** The id that a database sees for a memory. */
export const memoryId = (root: Sealer, app: string, name: string): string =>
  hiddenMemory(root, oldMemoryId(app, name));

/** The id that it had before. */
export const oldMemoryId = (app: string, name: string): string =>
  createHash('sha256')
    .update(JSON.stringify([app, name]))
    .digest('hex');

/** Orders memories by app and name, everywhere the same way. */
export function byName(a: KeptMemory, b: KeptMemory): number {
  return compare(a.app, b.app) || compare(a.name, b.name);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
