import type { ChatSummary, ModeList, ModelList, OpenDevice, Project } from '@millrace/engine/run';
import {
  type Client,
  Composer,
  type ComposerProps,
  ContextNotice,
  EnterKeyContext,
  isTouch,
  type MessageQueue,
  onlyWaits,
  QueuedMessages,
  useOpenChat,
  WentBack,
  WorkspaceNotice,
  waitingCount,
} from '@millrace/react';
import { type ReactNode, useEffect, useState } from 'react';
import { usePageTitle } from '../base/page-title.ts';
import { type PageWords, usePageWords } from '../base/page-words.ts';
import { navigate } from '../base/route.ts';
import { usePreference } from '../base/use-preference.ts';
import type { ListActions } from '../list/use-list-actions.ts';
import type { ListMenus } from '../list/use-list-menus.tsx';
import { DemoBanner } from './demo-banner.tsx';
import { DraftNotice } from './draft/draft-notice.tsx';
import { EmptyState } from './empty-state.tsx';
import { PaneHeader, type PaneHeaderProps } from './pane-header.tsx';
import { PaneTranscript } from './pane-transcript.tsx';
import { useChatSettings } from './use-chat-settings.tsx';
import { useGoBack } from './use-go-back.ts';
import { useMessageBox } from './use-message-box.ts';
import { useMode } from './use-mode.ts';
import { useRead } from './use-read.ts';
import { useSending } from './use-sending.ts';
import { useTurns } from './use-turns.ts';
import { useUploads } from './use-uploads.ts';
import { useWriting } from './use-writing.ts';

export interface ChatPaneProps {
  readonly client: Client;
  readonly chatId: string;
  readonly isNew: boolean;
  /** The messages that wait to be sent, here and in other chats. */
  readonly queue: MessageQueue;
  readonly summary: ChatSummary | undefined;
  /** The project that the chat is in, or that a new one is made in. */
  readonly project: Project | undefined;
  readonly actions: ListActions;
  readonly menus: ListMenus;
  /** Other devices that have the app open. */
  readonly devices: readonly OpenDevice[];
  readonly models: ModelList | undefined;
  /** Another number: the account's instructions or settings changed. */
  readonly settingsRev: number | undefined;
  readonly modes: ModeList | undefined;
  /** True while the menu lies over the pane. */
  readonly inert: boolean;
  readonly onMenu: () => void;
  readonly onNewChat: () => void;
  readonly onAddModel: (() => void) | undefined;
  /** The model of its first message, when one was asked for. */
  readonly firstModel?: string | undefined;
  /** Stands above the composer; it is told what to call when what was pressed in it is gone. */
  readonly notice?: ((onDone: () => void) => ReactNode) | undefined;
}

/** One chat: its title, its messages, and the place to write. */
export function ChatPane(props: ChatPaneProps) {
  return (
    <EnterKeyContext value={usePreference('enter')}>
      <Pane {...props} />
    </EnterKeyContext>
  );
}

function Pane(props: ChatPaneProps) {
  const strings = usePageWords();
  const { client, chatId, isNew, summary, project, models, onNewChat } = props;
  const { chat, state } = useOpenChat(client, chatId, isNew);
  const empty = state.status === 'ready' && state.messages.length === 0;
  const { input, toBox } = useMessageBox(empty);
  const [chosen, setChosen] = useState(props.firstModel);
  const wantedModel = chosen ?? firstModelOf(props);
  const { mode, wanted, setMode, onSent } = useMode(props.modes, state);
  const waits = onlyWaits(state.live?.run);
  const running = state.live?.run.status === 'running';
  const sent = useSending({ ...props, chat, isBusy: running && !waits, isWaiting: waits });
  const { text, setText, send, stop, sending, problem, queued, files } = sent;
  const { goBack, went, forget } = useGoBack(client, chatId, { text, setText, onDone: toBox });

  useEffect(() => {
    if (summary) chat.hear(summary);
  }, [chat, summary]);
  async function sendMessage(message: string, inMode = wanted, isWritten = false): Promise<void> {
    if (isWritten && uploads.holds(inMode)) return;
    const became = await send(message, isWritten, {
      ...{ model: wantedModel, mode: inMode },
      ...(isNew && { project: project?.id }),
    });
    if (became === 'failed') return;
    onSent();
    if (isNew && became === 'sent') navigate(`/chat/${chatId}`);
  }
  const uploads = useUploads(files, (inMode) => void sendMessage(text, inMode, true));
  useBegun(props);
  const status = useWasListed(summary) && summary === undefined ? 'deleted' : state.status;
  const title = summary?.title || (isNew ? strings.newChat : strings.untitled);
  usePageTitle(isNew ? strings.app : `${title} · ${strings.app}`);
  useRead(client, chatId, summary, state);

  const model = models?.models.find(({ id }) => id === (wantedModel ?? models.default));
  const answers = useChatSettings({ ...props, model, project: project?.instructions || undefined });
  const writing = useWriting(client, project?.id, props.modes?.modes);
  const phase = phaseOf({ stopping: state.stopping, waiting: waits, running, sending });
  const composer = (
    <Composer
      inputRef={input}
      inputId="message"
      text={text}
      onText={setText}
      onSend={(written) => void sendMessage(written, wanted, true)}
      onSendNow={(written) => void sendMessage(written, wanted, true).then(stop)}
      onStop={stop}
      phase={phase}
      placeholder={placeholderOf(strings, empty, waits, running)}
      hint={uploads.hint ?? hintOf(strings, phase, waitingCount(state.live?.run))}
      problem={problem}
      models={models?.models ?? []}
      model={model?.id}
      onModel={setChosen}
      {...answers.button}
      modes={props.modes?.modes ?? []}
      mode={mode}
      onMode={setMode}
      {...writing}
      {...files.composer}
    />
  );

  const waitingMessages = (
    <>
      <DraftNotice draft={sent.unread} onDone={toBox} />
      <QueuedMessages
        messages={queued.messages}
        online={queued.online}
        onRemove={(id) => {
          void sent.unqueue(id);
          toBox();
        }}
      />
    </>
  );
  const other = models?.models.find(({ id, demo }) => !demo && id !== model?.id);
  const turns = useTurns({ chat, model: chosen, onModel: setChosen, otherModel: other, onAsked: toBox });
  // A message that is sent makes it too late.
  const wentBack = went !== undefined && state.live === null && (
    <WentBack key={went.undo} answer={went} restore={goBack.restore} onClose={forget} />
  );

  return (
    <main className={empty ? 'app-main app-main-empty' : 'app-main'} inert={props.inert}>
      {answers.panel}
      <PaneHeader
        title={title}
        plain={empty}
        chat={summary && headerHooks(props, summary)}
        project={project}
        devices={props.devices}
        onMenu={props.onMenu}
        onNewChat={onNewChat}
      />
      {empty && model?.demo && <DemoBanner onAddModel={props.onAddModel} />}
      {empty ? (
        <EmptyState prompts={model?.prompts ?? []} onPrompt={(prompt) => void sendMessage(prompt)}>
          <WorkspaceNotice client={client} onDone={toBox} />
          {wentBack}
          {props.notice?.(toBox)}
          {waitingMessages}
          {composer}
        </EmptyState>
      ) : (
        <>
          {status === 'ready' ? (
            <PaneTranscript
              {...{ client, chat, state, chosen, model, goBack, turns, writing }}
              onAsk={(piece) => {
                setText(withPiece(text, piece));
                input.current?.focus();
              }}
              onValue={(value, inMode) => {
                toBox();
                void sendMessage(value, inMode);
              }}
              onActed={toBox}
            />
          ) : (
            <Unready status={status} onNew={onNewChat} />
          )}
          <ContextNotice state={state} />
          <WorkspaceNotice client={client} onDone={toBox} />
          {wentBack}
          {props.notice?.(toBox)}
          {waitingMessages}
          {composer}
        </>
      )}
    </main>
  );
}

/** A message that waited for the server has made the chat. */
function useBegun({ isNew, summary, chatId }: ChatPaneProps): void {
  useEffect(() => {
    if (isNew && summary !== undefined) navigate(`/chat/${chatId}`, 'replace');
  }, [isNew, summary, chatId]);
}

/** A text with a piece of an answer below it, and an empty line below that, which ends a table. */
function withPiece(text: string, piece: string): string {
  const before = text.trim() === '' ? '' : `${text.trimEnd()}\n\n`;
  return `${before}${piece}\n\n`;
}

/** A new chat begins with the model of its project, while there is such a model. */
function firstModelOf({ isNew, project, models }: ChatPaneProps): string | undefined {
  const model = isNew ? models?.models.find(({ id }) => id === project?.model) : undefined;
  return model?.id;
}

/** The actions on a chat that the header offers. */
function headerHooks({ actions, menus }: ChatPaneProps, summary: ChatSummary): PaneHeaderProps['chat'] {
  return {
    rename: (name) => actions.rename(summary.id, name),
    openMenu: (at, onRename) => menus.open({ type: 'chats', chats: [summary], at, onRename }),
    isMenuOpen: menus.openAt?.closest('.app-top') != null,
  };
}
/** Tells whether the list of chats has had this one; then one that it has no more was deleted. */
function useWasListed(summary: ChatSummary | undefined): boolean {
  const [was, setWas] = useState(false);
  if (summary !== undefined && !was) setWas(true);
  return was;
}

type Phase = ComposerProps['phase'];

/** The first that holds, in this order. */
function phaseOf(holds: Readonly<Record<Exclude<Phase, 'idle'>, boolean>>): Phase {
  const order = ['stopping', 'waiting', 'running', 'sending'] as const;
  return order.find((phase) => holds[phase]) ?? 'idle';
}

function placeholderOf(strings: PageWords, empty: boolean, waits: boolean, running: boolean): string {
  if (empty) return strings.askAnything;
  if (waits) return strings.replyInstead;
  return running ? strings.queueFollowUp : strings.reply;
}

function hintOf(strings: PageWords, phase: Phase, waiting: number): string | undefined {
  // A touch screen has no such keys.
  const hasKeys = !isTouch();
  switch (phase) {
    case 'stopping':
      return strings.stopping;
    case 'waiting':
      return hasKeys ? `${strings.waits(waiting)} · ${strings.waitingKeys}` : strings.waits(waiting);
    case 'running':
      return hasKeys ? strings.escToStop : strings.sentLater;
    default:
      return undefined;
  }
}

function Unready({
  status,
  onNew,
}: {
  readonly status: 'loading' | keyof PageWords['unready'];
  readonly onNew: () => void;
}) {
  const strings = usePageWords();
  if (status === 'loading') return <p className="app-unready">{strings.loading}</p>;
  return (
    <div className="app-unready" role="alert">
      <p>{strings.unready[status]}</p>
      <button type="button" className="mr-button" onClick={onNew}>
        {strings.startNew}
      </button>
    </div>
  );
}
