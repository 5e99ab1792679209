import { sharedKey } from '../../vault/keys.ts';
import type { Sealer } from '../seal/sealer.ts';

/** A key of the capsules in which the keys of open runs lie. */
export interface CapsuleKey {
  readonly id: string;
  readonly key: Uint8Array;
}

/** The keys that lie apart from the database: those that open what belongs to people, and those of the runs that are open. */
export interface PersonalKeys {
  /** False on a server that makes no home keys: the vault of a new account is made by its first device. */
  readonly keepsHome: boolean;
  /** The home key of an account; undefined where it is not there. */
  findHome(account: string): Uint8Array | undefined;
  /** The same; makes one that is not there, which is on disk before the call returns. */
  makeHome(account: string): Uint8Array;
  /** Deletes the home key of an account. */
  dropHome(account: string): void;
  /** The place of a home key, for people. */
  homePlace(account: string): string;
  /** The key of new capsules. */
  readonly capsule: CapsuleKey;
  /** The key of an older capsule; undefined where it is not there. */
  findCapsule(id: string): Uint8Array | undefined;
  /** From now on capsules are under another key. */
  renewCapsule(): void;
  /** Deletes the keys of all older capsules. */
  dropOldCapsules(): void;
  /** Notes that a capsule was deleted that would open a chat: its remains may lie in pages and logs of the database. */
  noteRemains(): void;
  /** True from then until the key of capsules is another one. */
  readonly hasRemains: boolean;
}

/** Keys that are made of the root key: all servers that share it have the same ones, and none of them can be deleted. */
export function derivedKeys(root: Sealer): PersonalKeys {
  const word = (text: string, about: string): Uint8Array => Buffer.from(root.mac(text, about), 'base64url');
  const home = (account: string): Uint8Array => sharedKey(word(account, 'home key'), 'homeKey');
  const capsule = { id: 'derived', key: sharedKey(word('', 'capsule key'), 'capsuleKey') };
  return {
    keepsHome: true,
    findHome: home,
    makeHome: home,
    dropHome: () => {},
    homePlace: () => 'MILLRACE_KEY',
    capsule,
    findCapsule: (id) => (id === capsule.id ? capsule.key : undefined),
    renewCapsule: () => {},
    dropOldCapsules: () => {},
    noteRemains: () => {},
    hasRemains: false,
  };
}
