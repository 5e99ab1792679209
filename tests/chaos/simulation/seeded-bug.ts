import type { WholeStore as Store } from '../../../fixtures/whole-store.ts';
import type { Tool } from '../../../packages/server/src/index.ts';
import type { Stored } from './stored.ts';
import type { Law } from './violation.ts';

/** A bug, the law that it breaks, and the scenario in which it does. */
export interface KnownBug extends SeededBug {
  readonly law: Law;
  readonly scenario: string;
}

/** A bug as a wrapper around a port. */
export interface SeededBug {
  readonly store?: (store: Store, stored: Stored) => Store;
  readonly tool?: (tool: Tool) => Tool;
  readonly resumeAt?: (id: string) => string;
}
