import type { Account, Invitation, NewSession } from '../account.ts';
import type { Challenge, CredentialRow } from '../credential.ts';
import type { NewApiToken } from '../token-store.ts';
import type { ChatEntry } from './message-records.ts';

// The subject of each sealed text. A text opens only where it was sealed, so these never change. Columns that decide what a row
// means are named here too: changing one without the key makes the row unreadable.

export const aboutEvent = (runId: string, seq: number, fence: number): string =>
  `run_events:${runId}:${seq}:${fence}`;

export const aboutMessage = (
  chatId: string,
  seq: number,
  messageId: string,
  kind: ChatEntry['kind'],
): string => `chat_events:${JSON.stringify([chatId, seq, messageId, kind])}`;

export const aboutTitle = (chatId: string): string => `chats:${chatId}:title`;

/** A chat's place in the list holds as long as nobody changed when it was deleted. */
export const aboutPlace = (chatId: string, deletedAt: number | null): string =>
  `chats:${JSON.stringify([chatId, deletedAt])}:place`;

export const aboutProject = (id: string, createdAt: number, deletedAt: number | null): string =>
  `projects:${JSON.stringify([id, createdAt, deletedAt])}`;

export const aboutDecision = (runId: string, approvalId: string, by: string): string =>
  `approvals:${JSON.stringify([runId, approvalId, by])}`;

/** A run belongs to its chat, whose rules hold for it, to its model, and to its key: nobody can give it another one. */
export const aboutRun = (
  id: string,
  chatId: string,
  model: string,
  createdAt: number,
  keyId: string | undefined,
): string =>
  `runs:${JSON.stringify([id, chatId, model, createdAt, ...(keyId === undefined ? [] : [keyId])])}`;

export const aboutCommand = (id: string): string => `commands:${id}`;

export const aboutRestore = (restoreId: string): string => `restores:${restoreId}`;

export const aboutToken = (
  hash: string,
  account: string,
  expiresAt: number,
  confirmedAt: number | null,
): string => `start_tokens:${JSON.stringify([hash, account, expiresAt, confirmedAt])}`;

export const aboutSession = (session: Omit<NewSession, 'name' | 'seenAt'>): string => {
  const { hash, keyHash, account, createdAt, confirmedAt, expiresAt } = session;
  return `sessions:${JSON.stringify([hash, keyHash, account, createdAt, confirmedAt, expiresAt])}`;
};

/** The kind is bound, too: a passphrase's row is never read as a passkey's. */
export const aboutCredential = (
  kind: 'passkey' | 'passphrase',
  { id, lookup, account, createdAt }: CredentialRow,
): string => `credentials:${JSON.stringify([kind, id, lookup, account, createdAt])}`;

export const aboutChallenge = ({ hash, purpose, account, expiresAt }: Challenge): string =>
  `challenges:${JSON.stringify([hash, purpose, account, expiresAt])}`;

export const aboutAccount = ({ id, role, status, createdAt }: Omit<Account, 'name'>): string =>
  `accounts:${JSON.stringify([id, role, status, createdAt])}`;

export const aboutInvitation = ({
  id,
  hash,
  role,
  expiresAt,
  createdAt,
}: Omit<Invitation, 'name' | 'by'>): string =>
  `invitations:${JSON.stringify([id, hash, role, expiresAt, createdAt])}`;

export const aboutApiToken = (token: Omit<NewApiToken, 'name'>): string =>
  `api_tokens:${JSON.stringify([token.id, token.hash, token.account, token.scopes, token.createdAt, token.expiresAt])}`;

/** A credential of a vault, with the wrapped vault key: nobody without the server key can give it another public half. */
export const aboutVaultCredential = (
  id: string,
  kind: string,
  publicKey: string,
  wrapped: string,
  createdAt: number,
): string => `vault_wraps:${JSON.stringify([id, kind, publicKey, wrapped, createdAt])}`;

export const aboutDeviceLink = (id: string, account: string, hash: string, expiresAt: number): string =>
  `device_links:${JSON.stringify([id, account, hash, expiresAt])}`;

/** Ids and owners may hold any character, so JSON separates them. */
export const aboutRule = (scope: string, owner: string, ruleId: string): string =>
  `rules:${JSON.stringify([scope, owner, ruleId])}`;

export const aboutTrust = (owner: string): string => `trust:${owner}`;

export const aboutAnswers = (scope: string, of: string): string =>
  `answer_settings:${JSON.stringify([scope, of])}`;

export const aboutRunSettings = (runId: string): string => `runs:${runId}:settings`;

export const aboutMemory = (id: string): string => `memories:${id}`;

/** The order of versions says which one is shown, so it is bound too. */
export const aboutSheet = (chatId: string, embed: string, id: string, rev: number): string =>
  `sheet_versions:${JSON.stringify([chatId, embed, id, rev])}`;

/** The owner of a file and its state are bound: nobody can give it to another chat. */
export const aboutFile = (id: string, chatId: string | null, status: string, size: number): string =>
  `files:${JSON.stringify([id, chatId, status, size])}`;

export const aboutSheetFacts = (chatId: string, embed: string, id: string, rev: number): string =>
  `${aboutSheet(chatId, embed, id, rev)}:facts`;

/** The place in the queue is bound: nobody can send messages in another order. */
export const aboutQueued = (chatId: string, id: string, place: number, createdAt: number): string =>
  `queued_messages:${JSON.stringify([chatId, id, place, createdAt])}`;
