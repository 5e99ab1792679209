import type { BranchStore } from '../branch-store.ts';
import { aboutMessage } from '../seal/about.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { Answer } from '../store.ts';
import { branchMark, type TakenPlace } from '../verbs/branch-verbs.ts';
import type { Memory, MemoryChat, MemoryChatEvent } from './memory.ts';
import { openRun, raiseEpoch } from './memory-restores.ts';

/** Branches of chats, on Maps. */
export function memoryBranches(memory: Memory): BranchStore {
  return {
    async chooseBranch({ commandId, chatId, messageId, ts }) {
      const chat = memory.chats.get(chatId);
      if (chat === undefined) return { type: 'no_chat' };
      const command = `branch:${chatId}:${commandId}`;
      if (memory.commands.has(command)) return { type: 'chosen', fresh: false };
      const runId = openRun(memory, chatId);
      if (runId !== undefined) return { type: 'run_active', runId };
      const wanted = chat.events.find(isPut(messageId));
      const shown = chat.events.find(({ fork, hiddenBy }) => hiddenBy === null && fork === wanted?.fork);
      if (wanted == null || wanted.fork === null || shown === undefined) return { type: 'no_message' };
      const fresh = wanted.hiddenBy !== null;
      if (fresh && wanted.hiddenBy !== branchMark(messageId)) return { type: 'no_message' };
      if (fresh) {
        leave(chat, shown.id);
        for (const event of chat.events) if (event.hiddenBy === branchMark(messageId)) event.hiddenBy = null;
        raiseEpoch(chat, ts);
      }
      memory.commands.set(command, JSON.stringify({ message_id: messageId }));
      return { type: 'chosen', fresh };
    },
  };
}

const isPut =
  (messageId: string) =>
  ({ kind, id }: MemoryChatEvent): boolean =>
    kind === 'put' && id === messageId;

/** Hides a person's message, with what came after it. Undefined when it is not there to see. */
export function takePlace(
  sealer: Sealer,
  chat: MemoryChat,
  messageId: string,
  ts: number,
): TakenPlace | undefined {
  const at = chat.events.findIndex(isPut(messageId));
  const event = chat.events[at];
  if (event === undefined || event.hiddenBy !== null) return undefined;
  const about = aboutMessage(chat.id, at + 1, messageId, 'put');
  // The payload is what addMessage wrote.
  const replaced = JSON.parse(sealer.open(event.sealed, sealer.keyId, about)) as Answer;
  if (replaced.role !== 'user') return undefined;
  event.fork ??= messageId;
  leave(chat, messageId);
  raiseEpoch(chat, ts);
  return { fork: event.fork, replaced };
}

/** Notes in whose place a message stands. */
export function setFork(chat: MemoryChat, messageId: string, fork: string): void {
  for (const event of chat.events) if (isPut(messageId)(event)) event.fork = fork;
}

/** The messages that can be shown in the place of each other, oldest first. */
export function shownForks(
  events: readonly MemoryChatEvent[],
): { readonly id: string; readonly fork: string }[] {
  return events.flatMap(({ id, fork, hiddenBy }) =>
    fork !== null && (hiddenBy === null || hiddenBy === branchMark(id)) ? [{ id, fork }] : [],
  );
}

function leave({ events }: MemoryChat, messageId: string): void {
  const from = events.findIndex(isPut(messageId));
  const left = new Set(
    events.flatMap(({ kind, id, hiddenBy }, at) =>
      at >= from && kind === 'put' && hiddenBy === null ? [id] : [],
    ),
  );
  for (const event of events)
    if (event.hiddenBy === null && left.has(event.id)) event.hiddenBy = branchMark(messageId);
}
