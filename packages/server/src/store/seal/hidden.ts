import type { Sealer } from './sealer.ts';

// Words that a database may see instead of hashes. Anybody who has a hash of a short text can find the text by trying; a word under the
// key of the store says nothing.

export const hiddenMemory = (sealer: Sealer, hash: string): string => sealer.mac(hash, 'memories:id');

export const hiddenRule = (sealer: Sealer, id: string): string => sealer.mac(id, 'rules:id');

export const hiddenPath = (sealer: Sealer, hash: string): string => sealer.mac(hash, 'workspaces:path');
