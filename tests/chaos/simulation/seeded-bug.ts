import type { Store, Tool } from '../../../packages/server/src/index.ts';
import type { Memory } from '../../../packages/server/src/store/memory/memory.ts';
import type { Law } from './violation.ts';

/** A bug, the law that it breaks, and the scenario in which it does. */
export interface KnownBug extends SeededBug {
  readonly law: Law;
  readonly scenario: string;
}

/** A bug as a wrapper around a port. */
export interface SeededBug {
  readonly store?: (store: Store, memory: Memory) => Store;
  readonly tool?: (tool: Tool) => Tool;
  readonly resumeAt?: (id: string) => string;
}
