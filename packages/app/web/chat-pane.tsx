import type { ChatSummary, ModelList } from '@millrace/engine';
import { type Client, Composer, Transcript, useChatView } from '@millrace/react';
import { Menu, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { DemoBanner } from './demo-banner.tsx';
import { EmptyState } from './empty-state.tsx';
import { navigate } from './route.ts';
import { MENU_BUTTON } from './sidebar.tsx';
import { strings } from './strings.ts';

export interface ChatPaneProps {
  readonly client: Client;
  readonly chatId: string;
  readonly isNew: boolean;
  /** What was written here and not sent; changes go to `onDraft`. */
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  readonly summary: ChatSummary | undefined;
  readonly models: ModelList | undefined;
  /** True while the menu lies over the pane. */
  readonly inert: boolean;
  readonly onMenu: () => void;
  readonly onNewChat: () => void;
  readonly onAddModel: () => void;
}

/** One chat: its title, its messages, and the place to write. */
export function ChatPane(props: ChatPaneProps) {
  const { client, chatId, isNew, summary, models, onNewChat } = props;
  const { view, state } = useChatView(client, chatId, isNew);
  const [text, setText] = useState(props.draft);
  const { onDraft } = props;
  useEffect(() => onDraft(text), [text, onDraft]);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    if (summary) view.hear(summary);
  }, [view, summary]);
  const title = summary?.title || (isNew ? strings.newChat : strings.untitled);
  useEffect(() => {
    document.title = isNew ? strings.app : `${title} · ${strings.app}`;
  }, [title, isNew]);

  async function send(message: string): Promise<void> {
    if (sending) return;
    setSending(true);
    setProblem(undefined);
    try {
      await view.send(message, chosen);
      setText('');
      if (isNew) navigate(`/chat/${chatId}`);
    } catch (error) {
      // The text stays in the box.
      setText(message);
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setSending(false);
    }
  }
  const stop = (): void => void view.stop().catch(() => setProblem(strings.stopFailed));

  const running = state.live?.run.status === 'running';
  const model = models?.models.find(({ id }) => id === (chosen ?? models.default));
  const empty = state.status === 'ready' && state.messages.length === 0;
  // The empty page has a heading of its own.
  const Title = empty ? 'p' : 'h1';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box is another one when the first message is there
  useEffect(() => {
    // On a phone the focus would pull up the keyboard over what the person came to read.
    if (!window.matchMedia('(pointer: coarse)').matches) input.current?.focus();
  }, [empty]);
  const phase = state.stopping ? 'stopping' : running ? 'running' : sending ? 'sending' : 'idle';
  const composer = (
    <Composer
      inputRef={input}
      inputId="message"
      text={text}
      onText={setText}
      onSend={() => void send(text)}
      onStop={stop}
      phase={phase}
      placeholder={empty ? strings.askAnything : running ? strings.waitForAnswer : strings.reply}
      hint={phase === 'stopping' ? strings.stopping : phase === 'running' ? strings.escToStop : undefined}
      problem={problem}
      models={models?.models ?? []}
      model={model?.id}
      onModel={setChosen}
    />
  );

  return (
    <main className={empty ? 'app-main app-main-empty' : 'app-main'} inert={props.inert}>
      <header className="app-top">
        <button
          type="button"
          id={MENU_BUTTON}
          className="app-icon app-only-small"
          aria-label={strings.openMenu}
          onClick={props.onMenu}
        >
          <Menu size={20} aria-hidden="true" />
        </button>
        <Title className="app-title app-ellipsis" dir="auto">
          {title}
        </Title>
        <button
          type="button"
          className="app-icon app-only-small"
          aria-label={strings.newChat}
          onClick={onNewChat}
        >
          <Plus size={20} aria-hidden="true" />
        </button>
      </header>
      {empty && model?.demo && <DemoBanner onAddModel={props.onAddModel} />}
      {empty ? (
        <EmptyState prompts={model?.prompts ?? []} onPrompt={(prompt) => void send(prompt)}>
          {composer}
        </EmptyState>
      ) : (
        <>
          {state.status === 'ready' ? (
            <Transcript state={state} />
          ) : (
            <Unready status={state.status} onNew={onNewChat} />
          )}
          {composer}
        </>
      )}
    </main>
  );
}

function Unready({
  status,
  onNew,
}: {
  readonly status: 'loading' | 'missing' | 'failed';
  readonly onNew: () => void;
}) {
  if (status === 'loading') return <p className="app-unready">{strings.loading}</p>;
  return (
    <div className="app-unready" role="alert">
      <p>{status === 'missing' ? strings.chatMissing : strings.chatFailed}</p>
      <button type="button" className="app-button" onClick={onNew}>
        {strings.startNew}
      </button>
    </div>
  );
}
