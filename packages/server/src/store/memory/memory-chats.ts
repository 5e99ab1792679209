import type { ChatSummary, SentMessage } from '@millrace/engine/run';
import { aboutMessage, aboutTitle } from '../seal/about.ts';
import { type ChatEntry, messageRecords } from '../seal/message-records.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { Answer, ChatStore } from '../store.ts';
import { joinBranches } from '../verbs/branch-verbs.ts';
import { titleOf } from '../verbs/title-of.ts';
import { type Memory, type MemoryChat, newRun } from './memory.ts';
import { setFork, shownForks, takePlace } from './memory-branches.ts';
import { openRun } from './memory-restores.ts';

/** Chats on Maps. */
export function memoryChats(memory: Memory, sealer: Sealer): ChatStore {
  function summary({ id, title, updatedAt, events, runId, epoch }: MemoryChat): ChatSummary {
    return {
      id,
      title: title === '' ? '' : sealer.open(title, sealer.keyId, aboutTitle(id)),
      updated_at: updatedAt,
      seq: events.length,
      epoch,
      run_id: runId,
      waiting: runId !== null && memory.runs.get(runId)?.row.status === 'waiting',
    };
  }

  return {
    async createChat(id, ts) {
      if (!memory.chats.has(id))
        memory.chats.set(id, {
          id,
          title: '',
          titleFrom: 'message',
          updatedAt: ts,
          events: [],
          runId: null,
          epoch: 0,
        });
    },
    async listChats() {
      return [...memory.chats.values()]
        .filter(({ events }) => events.length > 0)
        .toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1))
        .map(summary);
    },
    async getChat(chatId) {
      const chat = memory.chats.get(chatId);
      return chat && summary(chat);
    },
    async postMessage({ commandId, chatId, messageId, runId, text, model, ts, insteadOf, ...given }) {
      const known = memory.commands.get(commandId);
      // The result is what this verb kept below.
      if (known !== undefined) return { type: 'sent', sent: JSON.parse(known) as SentMessage, fresh: false };
      const chat = memory.chats.get(chatId);
      if (chat === undefined) return { type: 'no_chat' };
      const { run_id, title } = summary(chat);
      if (run_id !== null) return { type: 'run_active', runId: run_id };
      if (memory.runs.has(runId)) throw new Error(`There is a run ${runId} already.`);

      if (insteadOf !== undefined) {
        const open = openRun(memory, chatId);
        if (open !== undefined) return { type: 'run_active', runId: open };
      }
      const taken = insteadOf === undefined ? undefined : takePlace(sealer, chat, insteadOf, ts);
      if (taken === undefined && insteadOf !== undefined) return { type: 'no_message' };
      const { context = taken?.replaced.context, mode = taken?.replaced.mode } = given;
      const asked = { role: 'user', text, status: 'completed' } as const;
      const more = { ...(context && { context }), ...(mode !== undefined && { mode }) };
      addMessage(sealer, chat, messageId, { ...asked, ...more }, ts);
      if (taken !== undefined) setFork(chat, messageId, taken.fork);
      if (title === '') chat.title = sealer.seal(titleOf(text), aboutTitle(chatId));
      chat.runId = runId;
      memory.runs.set(runId, newRun({ id: runId, chatId, model, background: false }, ts));
      const sent: SentMessage = { message_id: messageId, run_id: runId };
      memory.commands.set(commandId, JSON.stringify(sent));
      return { type: 'sent', sent, fresh: true };
    },
    async readMessages(chatId, afterSeq) {
      const events = memory.chats.get(chatId)?.events ?? [];
      const changed = new Set(
        events.flatMap(({ id, kind }, i) => (i >= afterSeq && kind === 'revert' ? [id] : [])),
      );
      const entries = events.flatMap(({ kind, id, sealed, ts, hiddenBy }, i): ChatEntry[] => {
        if (hiddenBy !== null) return [];
        const payload: unknown = JSON.parse(
          sealer.open(sealed, sealer.keyId, aboutMessage(chatId, i + 1, id, kind)),
        );
        // The payload is what addChatEvent wrote.
        return [{ kind, payload, seq: i + 1, id, ts } as ChatEntry];
      });
      const records = messageRecords(entries.filter(({ seq, id }) => seq > afterSeq || changed.has(id)));
      return joinBranches(records, shownForks(events));
    },
  };
}

/** Adds a finished message as the chat's next event. */
export function addMessage(sealer: Sealer, chat: MemoryChat, id: string, record: Answer, ts: number): void {
  addChatEvent(sealer, chat, { kind: 'put', id, payload: record, ts });
  chat.updatedAt = ts;
}

/** Adds the next event of a chat. */
export function addChatEvent(
  sealer: Sealer,
  chat: MemoryChat,
  { kind, id, payload, ts }: Omit<ChatEntry, 'seq'>,
): void {
  const about = aboutMessage(chat.id, chat.events.length + 1, id, kind);
  chat.events.push({
    kind,
    id,
    sealed: sealer.seal(JSON.stringify(payload), about),
    ts,
    hiddenBy: null,
    fork: null,
  });
}
