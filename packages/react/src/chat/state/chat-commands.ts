import type { Client } from '../../client/create-client.ts';
import { withRetry } from '../../client/with-retry.ts';
import type { ChatState, OpenChat } from './open-chat.ts';

export interface CommandParts {
  readonly client: Client;
  readonly chatId: string;
  readonly state: () => ChatState;
  readonly change: (part: Partial<ChatState>) => void;
  /** Fetches what is new. Never rejects. */
  readonly refresh: () => Promise<void>;
}

/** The commands of a person to a chat. Each is tried again when the server was not reached, and done once. */
export function chatCommands(
  parts: CommandParts,
): Pick<OpenChat, 'send' | 'act' | 'choose' | 'goOn' | 'stop'> {
  const { client, chatId, state, change, refresh } = parts;
  return {
    async send(text, { model, mode, insteadOf, files, project, commandId = crypto.randomUUID() } = {}) {
      const request = {
        command_id: commandId,
        text,
        ...(model && { model }),
        ...(mode && { mode }),
        ...(insteadOf && { instead_of: insteadOf }),
        ...(files && { files: [...files] }),
      };
      const { message_id } = await withRetry(async () => {
        if (state().messages.length === 0) await client.createChat(chatId, project);
        return client.sendMessage(chatId, request);
      });
      change({ sent: message_id });
      void refresh();
    },
    async choose(messageId) {
      const request = { command_id: crypto.randomUUID(), message_id: messageId };
      await withRetry(() => client.chooseBranch(chatId, request));
      void refresh();
    },
    async goOn(answerId) {
      const record = state().messages.find(({ id }) => id === answerId);
      const request = { command_id: crypto.randomUUID(), rev: record?.rev ?? record?.seq ?? 0 };
      await withRetry(() => client.continueRun(answerId, request));
      void refresh();
    },
    async act({ action, label, data }, model) {
      const request = { command_id: crypto.randomUUID(), chat_id: chatId, action, label };
      const more = { ...(data !== undefined && { data }), ...(model && { model }) };
      await withRetry(() => client.act({ ...request, ...more }));
      void refresh();
    },
    async stop() {
      const runId = state().live?.runId;
      if (runId === undefined || state().stopping) return;
      change({ stopping: true });
      try {
        await client.cancelRun(runId);
      } catch (error) {
        change({ stopping: false });
        throw error;
      }
    },
  };
}
