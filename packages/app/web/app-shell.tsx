import type { ModeList, ModelList } from '@millrace/engine/run';
import { ApiError, type Client, createChatList, createMessageQueue } from '@millrace/react';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { usePageWords } from './base/page-words.ts';
import { navigate, type Route } from './base/route.ts';
import { settingsPath } from './base/settings-sections.ts';
import { ChatPane } from './chat/chat-pane.tsx';
import { forgetDrafts } from './chat/drafts.ts';
import { Boundary } from './frame/boundary.tsx';
import { Sidebar } from './frame/sidebar.tsx';
import { usePageKeys } from './frame/use-page-keys.ts';
import { SettingsPage } from './settings/lazy-settings.tsx';

export interface AppShellProps {
  readonly client: Client;
  readonly route: Exclude<Route, { type: 'start' }>;
  readonly onSignedOut: () => void;
}

/** Sidebar and chat, side by side; on a small screen the sidebar is a drawer. */
export function AppShell({ client, route, onSignedOut }: AppShellProps) {
  const strings = usePageWords();
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
  const [tried, setTried] = useState<string>();
  const { chatId, isNew, startNew } = useCurrentChat(route);
  const section = route.type === 'settings' ? route.section : undefined;

  useEffect(() => {
    if (status === 'signed-out') onSignedOut();
  }, [status, onSignedOut]);

  function newChat(model?: string): void {
    setMenuOpen(false);
    setTried(model);
    startNew();
  }
  usePageKeys({ onNewChat: () => newChat() });
  async function signOut(): Promise<void> {
    await client.signOut();
    forgetDrafts();
    onSignedOut();
  }

  return (
    <div className="app-shell">
      <a className="app-skip" href={section ? '#settings' : '#message'}>
        {section ? strings.skipToSettings : strings.skip}
      </a>
      <Sidebar
        chats={chats}
        loading={status === 'loading'}
        current={isNew || section ? undefined : chatId}
        section={section}
        open={menuOpen}
        onClose={() => setMenuOpen(false)}
        onNewChat={() => newChat()}
      />
      <Boundary key={section ? 'settings' : chatId}>
        {section ? (
          <SettingsPage
            client={client}
            section={section}
            models={models}
            chats={chats}
            back={isNew ? '/' : `/chat/${chatId}`}
            inert={menuOpen}
            onMenu={() => setMenuOpen(true)}
            onModelsChange={reload}
            onTry={newChat}
            onSignOut={signOut}
          />
        ) : (
          <ChatPane
            // A pane belongs to one chat; its state goes with it.
            key={chatId}
            client={client}
            chatId={chatId}
            isNew={isNew}
            queue={queue}
            devices={devices}
            summary={chats.find(({ id }) => id === chatId)}
            models={models}
            modes={modes}
            inert={menuOpen}
            onMenu={() => setMenuOpen(true)}
            onNewChat={() => newChat()}
            firstModel={tried}
            onAddModel={() => navigate(settingsPath('models'))}
          />
        )}
      </Boundary>
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

/** A new chat has an id from the start; the address names it once its first message is sent. The settings leave it open. */
function useCurrentChat(route: AppShellProps['route']): {
  readonly chatId: string;
  readonly isNew: boolean;
  readonly startNew: () => void;
} {
  const [fresh, setFresh] = useState(() => crypto.randomUUID());
  const [place, setPlace] = useState<ChatRoute>(route.type === 'settings' ? { type: 'new' } : route);
  if (route.type !== 'settings' && (route.type !== place.type || idOf(route) !== idOf(place))) {
    // Coming from a chat to the start page means another new chat.
    setPlace(route);
    if (route.type === 'new') setFresh(crypto.randomUUID());
  }
  const here = route.type === 'settings' ? place : route;
  return {
    chatId: here.type === 'chat' ? here.id : fresh,
    isNew: here.type === 'new',
    startNew() {
      if (here.type === 'new') setFresh(crypto.randomUUID());
      if (route.type !== 'new') navigate('/');
    },
  };
}

const idOf = (route: ChatRoute): string | undefined => (route.type === 'chat' ? route.id : undefined);

type ChatRoute = Exclude<AppShellProps['route'], { type: 'settings' }>;
