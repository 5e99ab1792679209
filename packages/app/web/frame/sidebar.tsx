import { ariaKeys, isMac, shortcutKeys, useWords } from '@millrace/react';
import { Lock, Plus, Search, Settings, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { type PageWords, usePageWords } from '../base/page-words.ts';
import { type SettingsSection, settingsPath } from '../base/settings-sections.ts';
import type { KeyFacts } from '../vault/use-enrolled.ts';
import { AppLink } from './app-link.tsx';
import { Brand } from './brand.tsx';

export interface SidebarProps {
  readonly list: ReactNode;
  /** Tells what was done in the list. */
  readonly notice: ReactNode;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onNewChat: () => void;
  readonly onSearch: () => void;
  /** The section of the settings that is open. */
  readonly section: SettingsSection | undefined;
  readonly keys: KeyFacts | undefined;
}

/** The id of the button that opens the sidebar on a small screen; the focus goes back to it. */
export const MENU_BUTTON = 'menu';

/** The list of chats. On a small screen it lies over the page and Escape closes it. */
export function Sidebar(props: SidebarProps) {
  const strings = usePageWords();
  const words = useWords();
  const { list, notice, open, onClose, onNewChat, onSearch, section, keys } = props;
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!open) return;
    nav.current?.focus();
    return () => document.getElementById(MENU_BUTTON)?.focus();
  }, [open]);
  return (
    <>
      {open && <div className="app-scrim" aria-hidden="true" onClick={onClose} />}
      <nav
        className={open ? 'app-side app-side-open' : 'app-side'}
        id="chats"
        ref={nav}
        aria-label={strings.chats}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          moveInList(event);
        }}
      >
        <div className="app-side-top">
          <Brand />
          <button
            type="button"
            className="mr-icon app-only-small"
            aria-label={strings.closeMenu}
            onClick={onClose}
          >
            <X size={20} aria-hidden="true" />
          </button>
        </div>
        <button
          type="button"
          className="app-nav"
          aria-keyshortcuts={ariaKeys('newChat', isMac())}
          onClick={onNewChat}
        >
          <Plus size={16} aria-hidden="true" />
          {strings.newChat}
        </button>
        <button
          type="button"
          className="app-nav"
          aria-keyshortcuts={ariaKeys('search', isMac())}
          onClick={onSearch}
        >
          <Search size={16} aria-hidden="true" />
          {strings.search}
          <span className="app-nav-keys" aria-hidden="true">
            <kbd>{shortcutKeys('search', words, isMac()).join(' ')}</kbd>
          </span>
        </button>
        {list}
        {notice}
        <AppLink
          className="app-nav"
          href={settingsPath('privacy')}
          aria-current={section === 'privacy' ? 'page' : undefined}
          onOpen={onClose}
        >
          <Lock size={16} aria-hidden="true" />
          {keyLine(strings.vault.line, keys)}
        </AppLink>
        <AppLink
          className="app-nav"
          href={settingsPath('models')}
          aria-current={section !== undefined && section !== 'privacy' ? 'page' : undefined}
          onOpen={onClose}
        >
          <Settings size={16} aria-hidden="true" />
          {strings.settings}
        </AppLink>
      </nav>
    </>
  );
}

/** How far an upgrade is, or where the keys are. */
function keyLine(words: PageWords['vault']['line'], keys: KeyFacts | undefined): string {
  if (keys?.upgrade) return words.upgrade(keys.upgrade.done, keys.upgrade.total);
  return (keys?.home_key ?? 'on') === 'on' ? words.home : words.devices;
}

const STEPS: Readonly<Record<string, (here: number, last: number) => number>> = {
  ArrowDown: (here, last) => Math.min(here + 1, last),
  ArrowUp: (here) => Math.max(here - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Arrows go through the chats; Home and End to the first and the last. */
function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const move = STEPS[event.key];
  const chats = [...event.currentTarget.querySelectorAll<HTMLElement>('.app-chats [data-row]')];
  const here = chats.findIndex((chat) => chat.matches(':focus'));
  if (move === undefined || here < 0) return;
  event.preventDefault();
  chats[move(here, chats.length - 1)]?.focus();
}
