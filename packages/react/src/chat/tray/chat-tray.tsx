'use client';

import { Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isTouch } from '../../page/is-touch.ts';
import { useFollow } from '../../timeline/tool/use-follow.ts';
import { useWords, type Words } from '../../words/words-context.ts';
import type { PayloadComponents } from '../payloads/payload-ui.ts';
import { JumpButton } from '../transcript/jump-button.tsx';
import { Suggestions } from '../transcript/suggestions.tsx';
import type { GeneralChatMessage } from './general-chat-state.ts';
import { TrayAnswer } from './tray-answer.tsx';
import { TrayInput } from './tray-input.tsx';
import { type UseGeneralChat, type UseGeneralChatOptions, useGeneralChat } from './use-general-chat.ts';

/** The props of `ChatTray`. */
export interface ChatTrayProps extends UseGeneralChatOptions {
  readonly title?: string | undefined;
  /** The content before the first message. */
  readonly welcome?: ReactNode;
  readonly placeholder?: string | undefined;
  /** Components for data of the app; see `payloadUI`. */
  readonly payloads?: PayloadComponents | undefined;
  /** Shows a button that closes the tray. */
  readonly onClose?: (() => void) | undefined;
}

/** A whole chat for the edge of any page: it fills the box that it is put into. */
export function ChatTray({ title, welcome, placeholder, payloads, onClose, ...options }: ChatTrayProps) {
  const strings = useWords();
  const chat = useGeneralChat(options);
  const { messages, isLoading, error } = chat;
  const [text, setText] = useState('');
  const input = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { following, onScroll, jump } = useFollow(box, chat);
  const newest = isLoading ? undefined : messages.at(-1);
  const isEmpty = messages.length === 0;

  async function send(message: string): Promise<void> {
    if (message.trim() === '') return;
    setText('');
    // A message that was not taken goes back into the box, unless something else is there by now.
    if (!(await chat.sendMessage(message))) setText((now) => (now === '' ? message : now));
  }
  function reset(): void {
    chat.reset();
    input.current?.focus();
  }
  /** Moves the focus to the box, because the pressed button is gone. Not by touch: a keyboard would cover the answer. */
  function toInput(): void {
    if (!isTouch()) input.current?.focus();
  }

  return (
    <section className="mr-tray" aria-label={title ?? strings.trayTitle}>
      <header className="mr-tray-top">
        <h2 dir="auto">{title ?? strings.trayTitle}</h2>
        <button
          type="button"
          className="mr-icon"
          aria-label={strings.trayNew}
          aria-disabled={isEmpty}
          onClick={() => !isEmpty && reset()}
        >
          <Plus size={18} aria-hidden="true" />
        </button>
        {onClose && (
          <button type="button" className="mr-icon" aria-label={strings.trayClose} onClick={onClose}>
            <X size={18} aria-hidden="true" />
          </button>
        )}
      </header>
      <div className="mr-tray-frame">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
        <div className="mr-tray-scroll" ref={box} onScroll={onScroll} tabIndex={0}>
          <div role="log" aria-live="off" aria-label={strings.conversation} aria-busy={isLoading}>
            {isEmpty && (welcome ?? <Welcome />)}
            <Messages chat={chat} payloads={payloads} />
            {newest?.role === 'assistant' && (
              <Suggestions
                key={newest.id}
                {...newest}
                onValue={(value, mode) => {
                  toInput();
                  void chat.selectValue(value, mode);
                }}
                onServerAction={(action) => chat.runAction(action).then(toInput)}
                onAction={options.onAction && ((action) => void chat.runAction(action))}
              />
            )}
          </div>
        </div>
        {!following && <JumpButton box={box} onJump={jump} />}
      </div>
      {error !== null && newest?.error !== error && (
        <p className="mr-tray-problem" role="alert" dir="auto">
          {error}
        </p>
      )}
      <TrayInput
        {...{ text, inputRef: input }}
        onText={setText}
        onSend={() => void send(text)}
        onStop={() => void chat.cancel()}
        running={isLoading}
        placeholder={placeholder ?? strings.trayPlaceholder}
      />
      <Announcer isLoading={isLoading} newest={newest} />
    </section>
  );
}

function Welcome() {
  const strings = useWords();
  return (
    <div className="mr-tray-welcome">
      <p>{strings.trayWelcome}</p>
      <p>{strings.trayWelcomeHelp}</p>
    </div>
  );
}

/** One list with one key for each message: a finished answer replaces the live one. */
function Messages({
  chat,
  payloads,
}: {
  readonly chat: UseGeneralChat;
  readonly payloads: PayloadComponents | undefined;
}) {
  const strings = useWords();
  const { messages, streamingId } = chat;
  const all = messages.map((message) =>
    message.role === 'user' ? (
      <article key={message.id} className="mr-tray-message mr-tray-user">
        <h3 className="mr-sr-only">{strings.you}</h3>
        <div className="mr-bubble" dir="auto">
          {message.content}
        </div>
        {message.result !== undefined && (
          <p className="mr-tray-result" dir="auto">
            {message.result}
          </p>
        )}
      </article>
    ) : (
      <TrayAnswer key={message.id} {...message} payloads={payloads} />
    ),
  );
  if (streamingId !== null)
    all.push(
      <TrayAnswer
        key={streamingId}
        id={streamingId}
        content={chat.streamingText}
        status="running"
        tool_history={chat.streamingTools}
        earlier={chat.streamingEarlier}
        statusText={chat.statusText}
        progress={chat.activeToolProgress}
      />,
    );
  return all;
}

/** Says when an answer begins and when it ends, and nothing in between. */
function Announcer({
  isLoading,
  newest,
}: {
  readonly isLoading: boolean;
  readonly newest: GeneralChatMessage | undefined;
}) {
  const strings = useWords();
  const [said, setSaid] = useState('');
  const status = newest?.status;
  useEffect(() => {
    if (isLoading) setSaid(strings.generating);
    // An error speaks for itself.
    else
      setSaid((before) =>
        before === '' || status !== 'completed' ? stopped(strings, status) : ready(strings, newest),
      );
  }, [isLoading, status, newest, strings]);
  return (
    <div className="mr-sr-only" role="status">
      {said}
    </div>
  );
}

function ready(strings: Words, newest: GeneralChatMessage | undefined): string {
  if (newest?.stop === undefined) return strings.answerReady([]);
  const { title, name = '' } = strings.stopOf(newest.stop, newest.content.trim() !== '');
  return `${strings.answerReady([])}. ${title} ${name}`.trim();
}

function stopped(strings: Words, status: GeneralChatMessage['status'] | undefined): string {
  return status === 'cancelled' ? strings.answerStopped : '';
}
