import type { Store, Tool } from '../../../packages/server/src/index.ts';
import type { Memory } from '../../../packages/server/src/store/memory/memory.ts';

/** A bug as a wrapper around a port. */
export interface SeededBug {
  readonly store?: (store: Store, memory: Memory) => Store;
  readonly tool?: (tool: Tool) => Tool;
  readonly resumeAt?: (id: string) => string;
}
