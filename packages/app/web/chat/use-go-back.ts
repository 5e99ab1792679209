import type { RestoreAnswer } from '@millrace/engine/run';
import type { Client, GoBack } from '@millrace/react';
import { useMemo, useState } from 'react';

/** How a chat goes back to before one of its messages, and what that has changed the last time. */
export function useGoBack(
  client: Client,
  chatId: string,
  /** Called when the pressed button is gone. */
  onDone: () => void,
): {
  readonly goBack: GoBack;
  readonly went: RestoreAnswer | undefined;
  readonly forget: () => void;
} {
  const [went, setWent] = useState<RestoreAnswer>();
  const goBack = useMemo(
    (): GoBack => ({
      diff: (runId) => client.diffSince(chatId, runId),
      disk: async () => (await client.listCheckpoints(chatId)).disk,
      restore: (request) => client.restore(chatId, request),
      onWent(answer) {
        setWent(answer);
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
