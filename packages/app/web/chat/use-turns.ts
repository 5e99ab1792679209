import type { ModelInfo } from '@millrace/engine/run';
import { ApiError, type OpenChat, type SendOptions, sentFileOf, type TurnActions } from '@millrace/react';
import { useMemo } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { navigate } from '../base/route.ts';
import { providerPath } from '../base/settings-sections.ts';

export interface TurnOptions {
  readonly chat: OpenChat;
  /** The model that answers, where one was chosen. */
  readonly model: string | undefined;
  readonly onModel: (id: string) => void;
  readonly otherModel: ModelInfo | undefined;
  /** Something was asked, and what was pressed for it is gone. */
  readonly onAsked: () => void;
}

/** The actions that a person can take on the turns of a chat. */
export function useTurns({ chat, model, onModel, otherModel, onAsked }: TurnOptions): TurnActions {
  const strings = usePageWords();
  return useMemo(() => {
    const ask = (text: string, options: SendOptions): Promise<void> => chat.send(text, options).then(onAsked);
    async function retry(answerId: string, instead?: string): Promise<void> {
      const { messages } = chat.getState();
      const place = messages.findIndex(({ id }) => id === answerId);
      const before = place < 0 ? messages : messages.slice(0, place);
      const asked = before.findLast(({ role }) => role === 'user');
      if (asked === undefined) throw new Error(strings.nothingAsked);
      const files = asked.files?.map(sentFileOf);
      await ask(asked.text, { insteadOf: asked.id, model: instead ?? model, files });
      if (instead !== undefined) onModel(instead);
    }
    return {
      retry,
      edit: (messageId, text) => ask(text, { insteadOf: messageId, model }),
      choose: (messageId) => chat.choose(messageId),
      async goOn(answerId) {
        try {
          await chat.goOn(answerId);
          onAsked();
        } catch (error) {
          // A run that the server has lost can only be asked for again.
          if (!(error instanceof ApiError && error.code === 'no_run')) throw error;
          await retry(answerId);
        }
      },
      otherModel,
      openKey: (provider) => navigate(providerPath(provider)),
    };
  }, [chat, model, onModel, otherModel, onAsked, strings.nothingAsked]);
}
