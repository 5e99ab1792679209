import type { ChatSummary, ModelInfo } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useAnswers } from '../frame/use-answers.ts';

const Panel = lazy(async () => ({ default: (await import('./chat-settings-panel.tsx')).ChatSettingsPanel }));

export interface ChatSettingsOptions {
  readonly client: Client;
  readonly chatId: string;
  /** The server does not know the chat yet. */
  readonly isNew: boolean;
  readonly summary: ChatSummary | undefined;
  /** Another number: the account's instructions or settings changed. */
  readonly settingsRev: number | undefined;
  readonly model: ModelInfo | undefined;
  /** The instructions of the chat's project, where it has some. */
  readonly project?: string | undefined;
}

/** The instructions and settings of a chat: whether it has its own, and the panel that shows them. */
export function useChatSettings(options: ChatSettingsOptions): {
  /** The props of the button in the composer. */
  readonly button: { readonly onSettings: () => void; readonly hasSettings: boolean };
  readonly panel: ReactNode;
} {
  const { client, chatId, isNew, summary, settingsRev, model, project } = options;
  const [isOpen, setOpen] = useState(false);
  const [isMade, setMade] = useState(false);
  const rev = summary?.settings_rev;
  const isThere = isMade || !isNew;
  // A chat without a number has none of its own.
  const own = useAnswers({ client, chatId, rev, isThere, isWanted: isOpen || rev !== undefined });
  const account = useAnswers({ client, rev: settingsRev, isWanted: isOpen });
  const chat = {
    ...own,
    save: (request: Parameters<typeof own.save>[0]) => own.save(request).then(() => setMade(true)),
  };
  const { prompt = '', models = {} } = own.kept ?? {};
  const hasSettings = prompt !== '' || Object.keys(models).length > 0;
  return {
    button: { onSettings: () => setOpen(true), hasSettings },
    panel: isOpen && (
      <Suspense>
        <Panel {...{ chatId, chat, account, project, model }} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
