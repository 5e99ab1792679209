import type { ModeList, ModelList } from '@millrace/engine';
import { ApiError, type Client, createChatList, createMessageQueue } from '@millrace/react';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { ChatPane } from './chat-pane.tsx';
import { navigate, type Route } from './route.ts';
import { SettingsDialog, type SettingsSection } from './settings-dialog.tsx';
import { Sidebar } from './sidebar.tsx';
import { strings } from './strings.ts';
import { usePageKeys } from './use-page-keys.ts';

export interface WorkspaceProps {
  readonly client: Client;
  readonly route: Exclude<Route, { type: 'start' }>;
  readonly onSignedOut: () => void;
}

/** Sidebar and chat, side by side; on a small screen the sidebar is a drawer. */
export function Workspace({ client, route, onSignedOut }: WorkspaceProps) {
  const list = useMemo(() => createChatList(client), [client]);
  useEffect(() => list.open(), [list]);
  const { chats, devices, status } = useSyncExternalStore(list.subscribe, list.getState);
  const queue = useMemo(() => createMessageQueue(client), [client]);
  useEffect(() => queue.open(), [queue]);
  useEffect(() => {
    if (status === 'ready') queue.hear(chats);
  }, [queue, chats, status]);
  const { models, reload } = useModels(client, onSignedOut);
  const modes = useModes(client);
  const [menuOpen, setMenuOpen] = useState(false);
  const [settings, setSettings] = useState<SettingsSection | null>(null);
  const { chatId, isNew, startNew } = useCurrentChat(route);

  const drafts = useRef(new Map<string, string>());
  const keepDraft = useCallback((text: string) => void drafts.current.set(chatId, text), [chatId]);

  useEffect(() => {
    if (status === 'signed-out') onSignedOut();
  }, [status, onSignedOut]);

  function newChat(): void {
    setMenuOpen(false);
    startNew();
  }
  usePageKeys({ onNewChat: newChat });

  return (
    <div className="app-shell">
      <a className="app-skip" href="#message">
        {strings.skip}
      </a>
      <Sidebar
        chats={chats}
        loading={status === 'loading'}
        current={isNew ? undefined : chatId}
        open={menuOpen}
        onClose={() => setMenuOpen(false)}
        onNewChat={newChat}
        onSettings={(section) => {
          setMenuOpen(false);
          setSettings(section);
        }}
      />
      <ChatPane
        // A pane belongs to one chat; its state goes with it.
        key={chatId}
        client={client}
        chatId={chatId}
        isNew={isNew}
        queue={queue}
        devices={devices}
        draft={drafts.current.get(chatId) ?? ''}
        onDraft={keepDraft}
        summary={chats.find(({ id }) => id === chatId)}
        models={models}
        modes={modes}
        inert={menuOpen}
        onMenu={() => setMenuOpen(true)}
        onNewChat={newChat}
        onAddModel={() => setSettings('models')}
      />
      {settings && (
        <SettingsDialog
          client={client}
          section={settings}
          models={models}
          chats={chats}
          onModelsChange={reload}
          onClose={() => setSettings(null)}
          onSignOut={() => void client.signOut().finally(onSignedOut)}
        />
      )}
    </div>
  );
}

function useModels(
  client: Client,
  onSignedOut: () => void,
): { readonly models: ModelList | undefined; readonly reload: () => void } {
  const [models, setModels] = useState<ModelList>();
  const reload = useCallback(() => {
    client.models().then(setModels, (error: unknown) => {
      if (error instanceof ApiError && error.status === 401) onSignedOut();
    });
  }, [client, onSignedOut]);
  useEffect(reload, [reload]);
  return { models, reload };
}

/** A server may have no modes; then there is nothing to choose. */
function useModes(client: Client): ModeList | undefined {
  const [modes, setModes] = useState<ModeList>();
  useEffect(() => {
    client.listModes().then(setModes, () => setModes(undefined));
  }, [client]);
  return modes;
}

/** A new chat has an id from the start; the address names it once its first message is sent. */
function useCurrentChat(route: WorkspaceProps['route']): {
  readonly chatId: string;
  readonly isNew: boolean;
  readonly startNew: () => void;
} {
  const [fresh, setFresh] = useState(() => crypto.randomUUID());
  const [before, setBefore] = useState(route.type);
  if (before !== route.type) {
    // Coming back to the start page means another new chat.
    setBefore(route.type);
    if (route.type === 'new') setFresh(crypto.randomUUID());
  }
  return {
    chatId: route.type === 'chat' ? route.id : fresh,
    isNew: route.type === 'new',
    startNew: () => (route.type === 'new' ? setFresh(crypto.randomUUID()) : navigate('/')),
  };
}
