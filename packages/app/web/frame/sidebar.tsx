import type { ChatSummary } from '@millrace/engine/run';
import { useWords } from '@millrace/react';
import { Hand, Lock, Plus, Search, Settings, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { type SettingsSection, settingsPath } from '../base/settings-sections.ts';
import { AppLink } from './app-link.tsx';
import { Brand } from './brand.tsx';
import { groupChats } from './group-chats.ts';
import { isMac } from './use-page-keys.ts';

export interface SidebarProps {
  readonly chats: readonly ChatSummary[];
  readonly loading: boolean;
  readonly current: string | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onNewChat: () => void;
  /** The section of the settings that is open. */
  readonly section: SettingsSection | undefined;
}

/** The id of the button that opens the sidebar on a small screen; the focus goes back to it. */
export const MENU_BUTTON = 'menu';

/** The list of chats. On a small screen it lies over the page and Escape closes it. */
export function Sidebar(props: SidebarProps) {
  const strings = usePageWords();
  const words = useWords();
  const { chats, loading, current, open, onClose, onNewChat, section } = props;
  const [query, setQuery] = useState<string | null>(null);
  const nav = useRef<HTMLElement>(null);
  const searchButton = useRef<HTMLButtonElement>(null);
  function leaveSearch(): void {
    setQuery(null);
    // The button is there again after the next drawing.
    requestAnimationFrame(() => searchButton.current?.focus());
  }
  useEffect(() => {
    if (!open) return;
    nav.current?.focus();
    return () => document.getElementById(MENU_BUTTON)?.focus();
  }, [open]);
  const wanted = (query ?? '').trim().toLocaleLowerCase();
  const found = chats.filter(({ title }) => title.toLocaleLowerCase().includes(wanted));
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
        <button type="button" className="app-nav" onClick={onNewChat}>
          <Plus size={16} aria-hidden="true" />
          {strings.newChat}
          <kbd>{isMac ? '⌘ K' : `${words.ctrlKey} K`}</kbd>
        </button>
        {query === null ? (
          <button ref={searchButton} type="button" className="app-nav" onClick={() => setQuery('')}>
            <Search size={16} aria-hidden="true" />
            {strings.search}
          </button>
        ) : (
          <SearchField query={query} onQuery={setQuery} onLeave={leaveSearch} />
        )}
        <div className="app-chats">
          {groupChats(found, Date.now()).map(({ name, chats: group }) => (
            <section key={name} aria-label={strings.groups[name]}>
              <h2>{strings.groups[name]}</h2>
              <ul>
                {group.map((chat) => (
                  <li key={chat.id}>
                    <ChatLink chat={chat} current={chat.id === current} onOpen={onClose} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {found.length === 0 && !loading && <p>{chats.length === 0 ? strings.noChats : strings.noMatch}</p>}
        </div>
        <AppLink
          className="app-nav"
          href={settingsPath('storage')}
          aria-current={section === 'storage' ? 'page' : undefined}
          onOpen={onClose}
        >
          <Lock size={16} aria-hidden="true" />
          {strings.stored}
        </AppLink>
        <AppLink
          className="app-nav"
          href={settingsPath('models')}
          aria-current={section !== undefined && section !== 'storage' ? 'page' : undefined}
          onOpen={onClose}
        >
          <Settings size={16} aria-hidden="true" />
          {strings.settings}
        </AppLink>
      </nav>
    </>
  );
}

const STEPS: Readonly<Record<string, (here: number, last: number) => number>> = {
  ArrowDown: (here, last) => Math.min(here + 1, last),
  ArrowUp: (here) => Math.max(here - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Arrows go through the chats, also down from the search; Home and End to the first and the last. */
function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const move = STEPS[event.key];
  const chats = [...event.currentTarget.querySelectorAll<HTMLElement>('.app-chats a')];
  const here = chats.findIndex((chat) => chat.matches(':focus'));
  const isSearch = event.target instanceof HTMLInputElement;
  if (move === undefined || (here < 0 && !(isSearch && event.key === 'ArrowDown'))) return;
  event.preventDefault();
  chats[move(here, chats.length - 1)]?.focus();
}

function SearchField({
  query,
  onQuery,
  onLeave,
}: {
  readonly query: string;
  readonly onQuery: (query: string | null) => void;
  readonly onLeave: () => void;
}) {
  const strings = usePageWords();
  return (
    <div className="app-search">
      <Search size={16} aria-hidden="true" />
      <input
        type="search"
        aria-label={strings.searchChats}
        placeholder={strings.searchChats}
        value={query}
        // The person has just asked for this field.
        // biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus
        autoFocus
        onChange={(event) => onQuery(event.target.value)}
        onBlur={() => query === '' && onQuery(null)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onLeave();
        }}
      />
    </div>
  );
}

interface ChatLinkProps {
  readonly chat: ChatSummary;
  readonly current: boolean;
  readonly onOpen: () => void;
}

function ChatLink({ chat, current, onOpen }: ChatLinkProps) {
  const strings = usePageWords();
  return (
    <AppLink
      className="app-nav"
      href={`/chat/${chat.id}`}
      aria-current={current ? 'page' : undefined}
      onOpen={onOpen}
    >
      <span className="app-ellipsis" dir="auto">
        {chat.title || strings.untitled}
      </span>
      <ChatMark chat={chat} />
    </AppLink>
  );
}

/** Tells whether the chat works, or waits for the person. */
function ChatMark({ chat: { run_id, waiting } }: { readonly chat: ChatSummary }) {
  const strings = usePageWords();
  if (run_id === null) return null;
  if (!waiting) return <span className="app-ring" role="img" aria-label={strings.working} />;
  return (
    <span className="app-waits" role="img" aria-label={strings.waitsForYou}>
      <Hand size={16} aria-hidden="true" />
    </span>
  );
}
