import type { Sealer } from '../seal/sealer.ts';
import type { ChatSecret } from './chat-secret.ts';
import type { PersonalKeys } from './personal-keys.ts';
import { Recent } from './recent.ts';
import type { Vault } from './vault-rows.ts';

/** The opened keys that all accounts of a store share the room for. */
export interface OpenKeys {
  readonly chats: Recent<ChatSecret>;
  readonly runs: Recent<Sealer>;
}

/** Each opened key is a few hundred bytes. */
const MOST_OPEN = 4096;

export const createOpenKeys = (): OpenKeys => ({
  chats: new Recent(MOST_OPEN),
  runs: new Recent(MOST_OPEN),
});

/** The keys of an open run that lie in no capsule, in memory alone, while no device has its account unlocked. */
export interface HeldRun {
  readonly chatId: string;
  readonly key: Uint8Array;
  /** Newest first. */
  readonly secrets: readonly ChatSecret[];
}

/** The parts of a keyring share these. */
export interface RingOptions {
  readonly account: string;
  /** The sealer of the server for this account. */
  readonly root: Sealer;
  readonly personal: PersonalKeys;
  readonly open: OpenKeys;
}

/** The same, with the vault as it is now. */
export interface RingParts extends RingOptions {
  /** Undefined while it is not opened. */
  vault(): Vault | undefined;
  /** True while only a device of the account can open it. */
  isLocked(): boolean;
  /** True while the home key opens it. */
  isHome(): boolean;
  readonly held: Map<string, HeldRun>;
}
