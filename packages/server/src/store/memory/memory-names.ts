import type { ChatNameStore } from '../branch-store.ts';
import { aboutTitle } from '../seal/about.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { Memory } from './memory.ts';
import { openRun } from './memory-restores.ts';

/** Names and the end of chats, on Maps. */
export function memoryNames(memory: Memory, sealer: Sealer): ChatNameStore {
  return {
    async putTitle(chatId, title, from) {
      const chat = memory.chats.get(chatId);
      if (chat === undefined || (from === 'model' && chat.titleFrom !== 'message')) return false;
      chat.title = sealer.seal(title, aboutTitle(chatId));
      chat.titleFrom = from;
      return true;
    },
    async deleteChat(chatId) {
      if (!memory.chats.has(chatId)) return 'no_chat';
      if (openRun(memory, chatId) !== undefined) return 'run_active';
      const { runs, restores, rules, chats } = memory;
      for (const [id, { row }] of runs) if (row.chatId === chatId) runs.delete(id);
      for (const [id, { row }] of restores) if (row.chatId === chatId) restores.delete(id);
      for (const [id, { scope, owner }] of rules) if (scope === 'chat' && owner === chatId) rules.delete(id);
      chats.delete(chatId);
      return 'deleted';
    },
  };
}
