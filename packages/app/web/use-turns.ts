import type { ModelInfo } from '@millrace/engine';
import type { ChatView, TurnActions } from '@millrace/react';
import { useMemo } from 'react';
import { strings } from './strings.ts';

export interface TurnOptions {
  readonly view: ChatView;
  /** The model that answers, where one was chosen. */
  readonly model: string | undefined;
  readonly onModel: (id: string) => void;
  readonly otherModel: ModelInfo | undefined;
}

/** What a person may do with the turns of a chat. */
export function useTurns({ view, model, onModel, otherModel }: TurnOptions): TurnActions {
  return useMemo(
    () => ({
      async retry(answerId, instead) {
        const { messages } = view.getState();
        const place = messages.findIndex(({ id }) => id === answerId);
        const before = place < 0 ? messages : messages.slice(0, place);
        const asked = before.findLast(({ role }) => role === 'user');
        if (asked === undefined) throw new Error(strings.nothingAsked);
        await view.send(asked.text, { insteadOf: asked.id, model: instead ?? model });
        if (instead !== undefined) onModel(instead);
      },
      edit: (messageId, text) => view.send(text, { insteadOf: messageId, model }),
      choose: (messageId) => view.choose(messageId),
      // A message of the person's own, so that the history tells what happened, with every provider.
      goOn: () => view.send(strings.goOn, { model }),
      otherModel,
    }),
    [view, model, onModel, otherModel],
  );
}
