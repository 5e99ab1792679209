import type { ChatSummary, MessageRecord, SentMessage } from '@millrace/engine';
import { aboutMessage, aboutTitle } from '../about.ts';
import type { Sealer } from '../sealer.ts';
import type { Answer, ChatStore } from '../store.ts';
import { titleOf } from '../title-of.ts';
import { type Memory, type MemoryChat, newRun } from './memory.ts';

/** Chats on Maps. */
export function memoryChats(memory: Memory, sealer: Sealer): ChatStore {
  function summary({ id, title, updatedAt, messages, runId, epoch }: MemoryChat): ChatSummary {
    return {
      id,
      title: title === '' ? '' : sealer.open(title, sealer.keyId, aboutTitle(id)),
      updated_at: updatedAt,
      seq: messages.length,
      epoch,
      run_id: runId,
      waiting: runId !== null && memory.runs.get(runId)?.row.status === 'waiting',
    };
  }

  return {
    async createChat(id, ts) {
      if (!memory.chats.has(id))
        memory.chats.set(id, { id, title: '', updatedAt: ts, messages: [], runId: null, epoch: 0 });
    },
    async listChats() {
      return [...memory.chats.values()]
        .filter(({ messages }) => messages.length > 0)
        .toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1))
        .map(summary);
    },
    async getChat(chatId) {
      const chat = memory.chats.get(chatId);
      return chat && summary(chat);
    },
    async postMessage({ commandId, chatId, messageId, runId, text, model, ts, context, mode }) {
      const known = memory.commands.get(commandId);
      // The result is what this verb kept below.
      if (known !== undefined) return { type: 'sent', sent: JSON.parse(known) as SentMessage, fresh: false };
      const chat = memory.chats.get(chatId);
      if (chat === undefined) return { type: 'no_chat' };
      const { run_id, title } = summary(chat);
      if (run_id !== null) return { type: 'run_active', runId: run_id };
      if (memory.runs.has(runId)) throw new Error(`There is a run ${runId} already.`);

      const asked = { role: 'user', text, status: 'completed' } as const;
      const more = { ...(context && { context }), ...(mode !== undefined && { mode }) };
      addMessage(sealer, chat, messageId, { ...asked, ...more }, ts);
      if (title === '') chat.title = sealer.seal(titleOf(text), aboutTitle(chatId));
      chat.runId = runId;
      memory.runs.set(runId, newRun({ id: runId, chatId, model, background: false }, ts));
      const sent: SentMessage = { message_id: messageId, run_id: runId };
      memory.commands.set(commandId, JSON.stringify(sent));
      return { type: 'sent', sent, fresh: true };
    },
    async readMessages(chatId, afterSeq) {
      const messages = memory.chats.get(chatId)?.messages ?? [];
      return messages.slice(afterSeq).flatMap(({ id, sealed, ts, hiddenBy }, i): MessageRecord[] => {
        if (hiddenBy !== null) return [];
        const seq = afterSeq + i + 1;
        // The payload is what addMessage wrote.
        const record = JSON.parse(sealer.open(sealed, sealer.keyId, aboutMessage(chatId, seq, id))) as Answer;
        return [{ ...record, seq, id, ts }];
      });
    },
  };
}

/** Adds a finished message as the chat's next event. */
export function addMessage(sealer: Sealer, chat: MemoryChat, id: string, record: Answer, ts: number): void {
  const about = aboutMessage(chat.id, chat.messages.length + 1, id);
  chat.messages.push({ id, sealed: sealer.seal(JSON.stringify(record), about), ts, hiddenBy: null });
  chat.updatedAt = ts;
}
