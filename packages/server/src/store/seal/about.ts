import type { NewSession } from '../store.ts';
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

export const aboutDecision = (runId: string, approvalId: string, by: string): string =>
  `approvals:${JSON.stringify([runId, approvalId, by])}`;

/** A run belongs to its chat, whose rules hold for it, and to its model. */
export const aboutRun = (id: string, chatId: string, model: string, createdAt: number): string =>
  `runs:${JSON.stringify([id, chatId, model, createdAt])}`;

export const aboutCommand = (id: string): string => `commands:${id}`;

export const aboutRestore = (restoreId: string): string => `restores:${restoreId}`;

export const aboutToken = (hash: string, expiresAt: number): string =>
  `start_tokens:${JSON.stringify([hash, expiresAt])}`;

export const aboutSession = ({ hash, keyHash, expiresAt }: NewSession): string =>
  `sessions:${JSON.stringify([hash, keyHash, expiresAt])}`;

/** Ids and owners may hold any character, so JSON separates them. */
export const aboutRule = (scope: string, owner: string, ruleId: string): string =>
  `rules:${JSON.stringify([scope, owner, ruleId])}`;

export const aboutTrust = (owner: string): string => `trust:${owner}`;

export const aboutMemory = (id: string): string => `memories:${id}`;
