import type { ChatSummary, ModeList, ModelList, Project } from '@millrace/engine/run';
import {
  ApiError,
  type Client,
  createChatList,
  createMessageQueue,
  type MessageQueue,
} from '@millrace/react';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { usePageWords } from './base/page-words.ts';
import { navigate, type Route } from './base/route.ts';
import { settingsPath } from './base/settings-sections.ts';
import { ChatPane } from './chat/chat-pane.tsx';
import { forgetDrafts } from './chat/draft/drafts.ts';
import { Boundary } from './frame/boundary.tsx';
import { Sidebar } from './frame/sidebar.tsx';
import { useAccount } from './frame/use-account.ts';
import { forgetAnswerDrafts } from './frame/use-answers.ts';
import { ChatList } from './list/chat-list.tsx';
import { NoticeBar } from './list/notice-bar.tsx';
import { useListActions } from './list/use-list-actions.ts';
import { useListMenus } from './list/use-list-menus.tsx';
import { SettingsPage } from './settings/lazy-settings.tsx';
import { OfferStrip } from './told/offer-strip.tsx';
import { useTabSign, useTold } from './told/use-told.ts';
import { usePageDialogs } from './use-page-dialogs.tsx';
import { useEnrolled } from './vault/use-enrolled.ts';

export interface AppShellProps {
  readonly client: Client;
  readonly route: Exclude<Route, { type: 'start' }>;
  readonly onSignedOut: () => void;
}

/** Sidebar and chat, side by side; on a small screen the sidebar is a drawer. */
export function AppShell({ client, route, onSignedOut }: AppShellProps) {
  const strings = usePageWords();
  const list = useMemo(() => createChatList(client), [client]);
  const { chats, projects, devices, settingsRev, modelsRev, vaultRev, status } = useSyncExternalStore(
    list.subscribe,
    list.getState,
  );
  const queue = useQueue(client, chats, status === 'ready');
  const { models, reload } = useModels(client, modelsRev, onSignedOut);
  const modes = useModes(client);
  const [menuOpen, setMenuOpen] = useState(false);
  const [tried, setTried] = useState<string>();
  const [newIn, setNewIn] = useState<string>();
  const { chatId, isNew, startNew } = useCurrentChat(route);
  const section = route.type === 'settings' ? route.section : undefined;
  const [account, setAccount] = useAccount(client, section !== undefined);
  const shown = isNew || section ? undefined : chatId;
  useTold(list, shown);
  useTabSign({ chats }, shown);
  const keys = useEnrolled(status === 'ready', vaultRev);

  useEffect(() => {
    if (status === 'signed-out') onSignedOut();
  }, [status, onSignedOut]);

  function newChat(model?: string, project?: Project): void {
    setMenuOpen(false);
    setTried(model);
    setNewIn(project?.id);
    startNew();
  }
  const actions = useListActions({ client, projects, current: shown, onLeave: () => newChat() });
  const menus = useListMenus({
    ...{ client, actions, projects, models },
    onNewChat: (project) => newChat(undefined, project),
  });
  const notice = <NoticeBar notice={actions.notice} onDismiss={actions.dismiss} />;
  const summary = chats.find(({ id }) => id === chatId);
  const projectId = isNew ? newIn : summary?.project_id;
  const { search, dialogs } = usePageDialogs({
    ...{ client, chats, chatId, projects, actions, menus, role: account?.role },
    onNewChat: (project) => newChat(undefined, project),
  });
  async function signOut(): Promise<void> {
    await client.signOut();
    forgetDrafts();
    forgetAnswerDrafts();
    onSignedOut();
  }

  return (
    <div className="app-shell">
      <a className="app-skip" href={section ? '#settings' : '#message'}>
        {section ? strings.skipToSettings : strings.skip}
      </a>
      <Sidebar
        list={
          <ChatList
            {...{ chats, projects, actions, menus }}
            current={shown}
            loading={status === 'loading'}
            onOpen={() => setMenuOpen(false)}
          />
        }
        notice={notice}
        section={section}
        keys={keys}
        open={menuOpen}
        onClose={() => setMenuOpen(false)}
        onNewChat={() => newChat()}
        onSearch={() => {
          setMenuOpen(false);
          search();
        }}
      />
      {/* On a small screen the sidebar is away most of the time. */}
      {!menuOpen && <div className="app-notice-small">{notice}</div>}
      {menus.node}
      <Boundary key={section ? 'settings' : chatId}>
        {section ? (
          <SettingsPage
            {...{ client, section, account, models, settingsRev, modelsRev, vaultRev, chats }}
            onAccount={setAccount}
            provider={route.type === 'settings' ? route.provider : undefined}
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
            summary={summary}
            project={projects.find(({ id }) => id === projectId)}
            actions={actions}
            menus={menus}
            models={models}
            settingsRev={settingsRev}
            modes={modes}
            inert={menuOpen}
            onMenu={() => setMenuOpen(true)}
            onNewChat={() => newChat()}
            firstModel={tried}
            notice={(onDone) => (
              <OfferStrip isRunning={chats.some(({ run_id }) => run_id !== null)} onDone={onDone} />
            )}
            // A member can't connect a provider.
            onAddModel={account?.role === 'member' ? undefined : () => navigate(settingsPath('models'))}
          />
        )}
      </Boundary>
      {dialogs}
    </div>
  );
}

/** The messages that wait; each is sent when its chat is free. */
function useQueue(client: Client, chats: readonly ChatSummary[], isReady: boolean): MessageQueue {
  const queue = useMemo(() => createMessageQueue(client), [client]);
  useEffect(() => queue.open(), [queue]);
  useEffect(() => {
    if (isReady) queue.hear(chats);
  }, [queue, chats, isReady]);
  return queue;
}

function useModels(
  client: Client,
  rev: number | undefined,
  onSignedOut: () => void,
): { readonly models: ModelList | undefined; readonly reload: () => void } {
  const [models, setModels] = useState<ModelList>();
  const reload = useCallback(() => {
    client.models().then(setModels, (error: unknown) => {
      if (error instanceof ApiError && error.status === 401) onSignedOut();
    });
  }, [client, onSignedOut]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another rev means other models on the server
  useEffect(reload, [reload, rev]);
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
