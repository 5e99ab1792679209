import type { EntrySealer } from '../seal/chat-entry.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { Tx } from '../tx.ts';
import type { ChatSecret } from './chat-secret.ts';

/** Opens what belongs to one chat, under any of its keys or the server key. */
export type ChatReader = Sealer & Pick<EntrySealer, 'openEntry'>;

/** The same, and seals under the newest key of the chat. */
export interface ChatSealer extends Sealer, EntrySealer {
  readonly chatId: string;
  /** Newest first. */
  readonly secrets: readonly ChatSecret[];
  /** Seals the key of a run to the chat, as base64. Undefined where the chat has no key of its own. */
  readonly sealRunKey: ((runId: string, key: Uint8Array) => string) | undefined;
}

/** The keys of one account. While the account is locked they open its open runs alone, and throw VaultLockedError for all else. A verb asks it for the sealer of the rows that it reads or writes. */
export interface Keyring {
  /** Seals what the server must read without a person. */
  readonly root: Sealer;
  /** Seals what belongs to the account and to no chat. */
  readonly account: Sealer;
  /** The sealer of a chat. A chat without a key gets one, so this is for a transaction that writes. */
  chat(chatId: string, ts?: number): Tx<ChatSealer>;
  /** The sealer of a chat, to read. */
  openChat(chatId: string): Tx<ChatReader>;
  /** The same for many chats at once. */
  openChats(chatIds: readonly string[]): Tx<(chatId: string) => Sealer>;
  /** The sealer of a run. It may be one that was kept in memory: a transaction that seals with it checks that the run still names its key. */
  run(runId: string): Tx<Sealer>;
  /** As `run`, as the rows say it now. */
  runNow(runId: string): Tx<Sealer>;
  /** Makes the key of a new run. */
  newRun(chat: ChatSealer, runId: string): Tx<Sealer>;
  /** Deletes the capsule of a run that ended: from now on its key is opened by the secret of its chat. */
  dropCapsule(runId: string): Tx<void>;
  /** Puts the keys that a run needs to go on by itself into capsules, or takes them out again, as its chat wants it. */
  closeCapsule(runId: string): Tx<void>;
  /** Tells whether a run can be worked on now. */
  canWorkOn(runId: string): Tx<boolean>;
}
