import type { OpenDevice } from '@millrace/engine/run';
import { problemOf, useWords } from '@millrace/react';
import { Menu, MonitorSmartphone, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { MENU_BUTTON } from '../frame/sidebar.tsx';

export interface PaneHeaderProps {
  readonly title: string;
  /** True when the page has a heading of its own, so that the title is not one. */
  readonly plain: boolean;
  /** The actions on the chat; undefined for one that the server does not have. */
  readonly chat: ChatHooks | undefined;
  /** Other devices that have the app open. */
  readonly devices: readonly OpenDevice[];
  readonly onMenu: () => void;
  readonly onNewChat: () => void;
}

interface ChatHooks {
  readonly rename: (title: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** The title of a chat, which can be changed in its place, and, on a small screen, the ways to the menu and to a new chat. */
export function PaneHeader({ title, plain, chat, devices, onMenu, onNewChat }: PaneHeaderProps) {
  const strings = usePageWords();
  const words = useWords();
  const [isEditing, setEditing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const nameButton = useRef<HTMLButtonElement>(null);
  function close(name: string | undefined, by: 'key' | 'leaving'): void {
    setEditing(false);
    if (name !== undefined && chat !== undefined) attempt(chat.rename(name));
    // The button is there again after the next drawing.
    if (by === 'key') requestAnimationFrame(() => nameButton.current?.focus());
  }
  const Title = plain ? 'p' : 'h1';
  const icon = { type: 'button', className: 'mr-icon app-only-small' } as const;
  const attempt = (work: Promise<void>): void =>
    void work.then(
      () => setProblem(undefined),
      (error: unknown) => setProblem(problemOf(words, error)),
    );
  return (
    <header className="app-top">
      <button {...icon} id={MENU_BUTTON} aria-label={strings.openMenu} onClick={onMenu}>
        <Menu size={20} aria-hidden="true" />
      </button>
      {chat !== undefined && isEditing ? (
        <Title className="app-title">
          <TitleField title={title} onClose={close} />
        </Title>
      ) : (
        <Title className="app-title app-ellipsis" dir="auto">
          {chat === undefined ? (
            title
          ) : (
            <button
              ref={nameButton}
              type="button"
              className="app-title-button app-ellipsis"
              title={strings.rename}
              onClick={() => setEditing(true)}
            >
              {title}
            </button>
          )}
        </Title>
      )}
      {problem !== undefined && (
        <span className="app-title-problem" role="alert">
          {problem}
        </span>
      )}
      {devices.length > 0 && (
        <span className="app-devices">
          <MonitorSmartphone size={16} aria-hidden="true" />
          <span className="app-ellipsis">{strings.alsoOpen(devices.map(({ name }) => name))}</span>
        </span>
      )}
      {chat !== undefined && <DeleteButton onPress={() => attempt(chat.remove())} />}
      <button {...icon} aria-label={strings.newChat} onClick={onNewChat}>
        <Plus size={20} aria-hidden="true" />
      </button>
    </header>
  );
}

interface TitleFieldProps {
  readonly title: string;
  /** With the new name, or without one when it stays as it is. */
  readonly onClose: (name: string | undefined, by: 'key' | 'leaving') => void;
}

/** Enter and leaving the field keep the name, Escape does not. */
function TitleField({ title, onClose }: TitleFieldProps) {
  const strings = usePageWords();
  const [name, setName] = useState(title);
  const kept = name.trim() === '' || name.trim() === title ? undefined : name.trim();
  return (
    <input
      className="app-title-field"
      aria-label={strings.chatName}
      dir="auto"
      value={name}
      maxLength={120}
      // biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setName(event.target.value)}
      onBlur={() => onClose(kept, 'leaving')}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || event.keyCode === 229) return;
        if (event.key === 'Enter') onClose(kept, 'key');
        else if (event.key === 'Escape') onClose(undefined, 'key');
      }}
    />
  );
}

/** So long the second press is waited for. */
const SURE_MS = 4000;

/** Needs a second press: a chat does not come back. */
function DeleteButton({ onPress }: { readonly onPress: () => void }) {
  const strings = usePageWords();
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return;
    const timer = setTimeout(() => setAsked(false), SURE_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  function press(): void {
    setAsked(!asked);
    if (asked) onPress();
  }
  return (
    <button
      type="button"
      className={asked ? 'mr-button mr-button-warning' : 'mr-icon'}
      aria-label={asked ? undefined : strings.deleteChat}
      title={asked ? undefined : strings.deleteChat}
      onClick={press}
    >
      {asked ? strings.deleteAgain : <Trash2 size={18} aria-hidden="true" />}
    </button>
  );
}
