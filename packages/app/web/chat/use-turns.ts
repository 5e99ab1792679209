import type { ModelInfo } from '@millrace/engine/run';
import type { OpenChat, SendOptions, TurnActions } from '@millrace/react';
import { useMemo } from 'react';
import { usePageWords } from '../base/page-words.ts';

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
    return {
      async retry(answerId, instead) {
        const { messages } = chat.getState();
        const place = messages.findIndex(({ id }) => id === answerId);
        const before = place < 0 ? messages : messages.slice(0, place);
        const asked = before.findLast(({ role }) => role === 'user');
        if (asked === undefined) throw new Error(strings.nothingAsked);
        await ask(asked.text, { insteadOf: asked.id, model: instead ?? model });
        if (instead !== undefined) onModel(instead);
      },
      edit: (messageId, text) => ask(text, { insteadOf: messageId, model }),
      choose: (messageId) => chat.choose(messageId),
      // A message of the person's own, so that the history tells what happened, with every provider.
      goOn: () => ask(strings.goOn, { model }),
      otherModel,
    };
  }, [chat, model, onModel, otherModel, onAsked, strings.nothingAsked, strings.goOn]);
}
