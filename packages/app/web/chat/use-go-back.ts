import type { RestoreAnswer } from '@millrace/engine/run';
import type { Client, GoBack } from '@millrace/react';
import { useMemo, useRef, useState } from 'react';

export interface GoBackOptions {
  /** The text in the message box. */
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Called when the pressed button is gone. */
  readonly onDone: () => void;
}

/** A message that went back into the box, and what the box had before. */
interface Returned {
  readonly now: string;
  readonly before: string;
}

/** How a chat goes back to before one of its messages, and what that has changed the last time. */
export function useGoBack(
  client: Client,
  chatId: string,
  { text, setText, onDone }: GoBackOptions,
): {
  readonly goBack: GoBack;
  readonly went: RestoreAnswer | undefined;
  readonly forget: () => void;
} {
  const [went, setWent] = useState<RestoreAnswer>();
  const box = useRef({ text, setText });
  box.current = { text, setText };
  const returned = useRef<Returned>(undefined);
  const goBack = useMemo(
    (): GoBack => ({
      diff: (runId) => client.diffSince(chatId, runId),
      disk: async () => (await client.listCheckpoints(chatId)).disk,
      async restore(request) {
        const answer = await client.restore(chatId, request);
        const { now, before } = returned.current ?? {};
        // The message is in the chat again; what was changed in the box meanwhile stays.
        if (request.undo !== undefined && box.current.text === now) box.current.setText(before ?? '');
        returned.current = undefined;
        return answer;
      },
      onWent(answer, message) {
        setWent(answer);
        if (message !== undefined) returned.current = putBack(message, box.current);
        onDone();
      },
    }),
    [client, chatId, onDone],
  );
  function forget(): void {
    setWent(undefined);
    onDone();
  }
  return { goBack, went, forget };
}

/** Puts a message into the box, before what is there. */
function putBack(message: string, { text, setText }: Pick<GoBackOptions, 'text' | 'setText'>): Returned {
  const now = text.trim() === '' ? message : `${message}\n\n${text}`;
  setText(now);
  return { now, before: text };
}
