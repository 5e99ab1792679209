import type { OpenDevice, Project } from '@millrace/engine/run';
import { Ellipsis, Menu, MonitorSmartphone, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { CHAT_MENU, CHAT_NAME } from '../frame/header-ids.ts';
import { MENU_BUTTON } from '../frame/sidebar.tsx';
import { NameField } from '../list/name-field.tsx';

export interface PaneHeaderProps {
  readonly title: string;
  /** True when the page has a heading of its own, so that the title is not one. */
  readonly plain: boolean;
  /** The actions on the chat; undefined for one that the server does not have. */
  readonly chat: ChatHooks | undefined;
  readonly project: Project | undefined;
  /** Other devices that have the app open. */
  readonly devices: readonly OpenDevice[];
  readonly onMenu: () => void;
  readonly onNewChat: () => void;
}

interface ChatHooks {
  readonly rename: (title: string) => void;
  /** Opens the menu of the chat. */
  readonly openMenu: (at: Element, onRename: () => void) => void;
  readonly isMenuOpen: boolean;
}

/** The project and the title of a chat, which can be changed in its place, its menu, and, on a small screen, the ways to the sidebar and to a new chat. */
export function PaneHeader({ title, plain, chat, project, devices, onMenu, onNewChat }: PaneHeaderProps) {
  const strings = usePageWords();
  const [isEditing, setEditing] = useState(false);
  const nameButton = useRef<HTMLButtonElement>(null);
  function close(name: string | undefined, by: 'key' | 'leaving'): void {
    setEditing(false);
    if (name !== undefined) chat?.rename(name);
    // The button is there again after the next drawing.
    if (by === 'key') requestAnimationFrame(() => nameButton.current?.focus());
  }
  const Title = plain ? 'p' : 'h1';
  const icon = { type: 'button', className: 'mr-icon app-only-small' } as const;
  return (
    <header className="app-top">
      <button {...icon} id={MENU_BUTTON} aria-label={strings.openMenu} onClick={onMenu}>
        <Menu size={20} aria-hidden="true" />
      </button>
      {project !== undefined && (
        <span className="app-crumb">
          <span className="app-ellipsis" dir="auto">
            {project.name}
          </span>
          <span aria-hidden="true">/</span>
        </span>
      )}
      {chat !== undefined && isEditing ? (
        <Title className="app-title">
          <NameField name={title} label={strings.chatName} maxLength={120} onClose={close} />
        </Title>
      ) : (
        <Title className="app-title app-ellipsis" dir="auto">
          {chat === undefined ? (
            title
          ) : (
            <button
              ref={nameButton}
              id={CHAT_NAME}
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
      {devices.length > 0 && (
        <span className="app-devices">
          <MonitorSmartphone size={16} aria-hidden="true" />
          <span className="app-ellipsis">{strings.alsoOpen(devices.map(({ name }) => name))}</span>
        </span>
      )}
      {chat !== undefined && (
        <button
          type="button"
          className="mr-icon"
          id={CHAT_MENU}
          aria-label={strings.list.actionsHere}
          aria-haspopup="menu"
          aria-expanded={chat.isMenuOpen}
          onClick={(event) => chat.openMenu(event.currentTarget, () => setEditing(true))}
        >
          <Ellipsis size={18} aria-hidden="true" />
        </button>
      )}
      <button {...icon} aria-label={strings.newChat} onClick={onNewChat}>
        <Plus size={20} aria-hidden="true" />
      </button>
    </header>
  );
}
