import type { KeptMemory } from '@millrace/engine/run';
import { aboutMemory } from '../seal/about.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { KeptMemoryStore } from '../store.ts';
import { byName, memoryId } from '../verbs/memory-rows.ts';
import type { Memory } from './memory.ts';

/** What people want to be known of them, on a Map. */
export function memoryKept({ kept }: Memory, sealer: Sealer): KeptMemoryStore {
  return {
    async putMemory(memory) {
      const id = memoryId(memory.app, memory.name);
      kept.set(id, sealer.seal(JSON.stringify(memory), aboutMemory(id)));
    },
    async listMemories() {
      return [...kept]
        .map(([id, sealed]) => {
          // The payload is what putMemory wrote.
          return JSON.parse(sealer.open(sealed, sealer.keyId, aboutMemory(id))) as KeptMemory;
        })
        .toSorted(byName);
    },
    async deleteMemory(app, name) {
      return kept.delete(memoryId(app, name));
    },
  };
}
