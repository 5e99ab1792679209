// What each sealed text is about. A text opens only where it was sealed, so these never change.

export const aboutEvent = (runId: string, seq: number, fence: number): string =>
  `run_events:${runId}:${seq}:${fence}`;

export const aboutMessage = (chatId: string, seq: number, messageId: string): string =>
  `chat_events:${chatId}:${seq}:${messageId}`;

export const aboutTitle = (chatId: string): string => `chats:${chatId}:title`;

export const aboutDecision = (runId: string, approvalId: string): string =>
  `approvals:${runId}:${approvalId}`;

export const aboutRestore = (restoreId: string): string => `restores:${restoreId}`;

/** Ids and owners may hold any character, so they are told apart as JSON. */
export const aboutRule = (scope: string, owner: string, ruleId: string): string =>
  `rules:${JSON.stringify([scope, owner, ruleId])}`;

export const aboutTrust = (owner: string): string => `trust:${owner}`;

export const aboutMemory = (id: string): string => `memories:${id}`;
