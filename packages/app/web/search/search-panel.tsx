import './search.css';
import type { AccountInfo, ChatSummary, Project } from '@millrace/engine/run';
import { type Client, isMac, isShortcut, shortcutKeys, useWords } from '@millrace/react';
import { Check, Search, X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { navigate } from '../base/route.ts';
import { type Command, type Filters, findAll } from './find-all.ts';
import { namedSettings } from './named-settings.ts';
import type { ReadChats } from './read-chats.ts';
import { SearchFooter } from './search-footer.tsx';
import { SearchList } from './search-list.tsx';
import { rowGroups, type SearchRow, SHOW_ALL } from './search-rows.tsx';
import { useReadChats } from './use-read-chats.ts';

export interface SearchPanelProps {
  readonly client: Client;
  readonly chats: readonly ChatSummary[];
  readonly projects: readonly Project[];
  /** The settings that are found are those that this role has. */
  readonly role: AccountInfo['role'] | undefined;
  /** The messages that an earlier search has read. */
  readonly read: ReadChats;
  readonly commands: readonly Command[];
  /** Begins a chat with these words in its box. */
  readonly onAsk: (words: string) => void;
  readonly onClose: () => void;
}

const NO_FILTERS: Filters = { hasCode: false, lastMonth: false };

/** The search over the whole page: a field whose arrows go through the rows below it. */
export function SearchPanel(props: SearchPanelProps) {
  const { client, chats, role, read, commands, onAsk, onClose } = props;
  const strings = usePageWords();
  const words = useWords();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [filters, setFilters] = useState(NO_FILTERS);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const asked = query.trim();
  const reading = useReadChats(client, read, chats, asked !== '');
  const settings = namedSettings(strings, role).map((each) => ({
    ...each,
    title: each.name ?? strings.sections[each.section],
  }));
  const [now] = useState(Date.now);
  const projects = new Map(props.projects.map(({ id, name }) => [id, name]));
  const { messages } = reading;
  const found = findAll(query, filters, { messages, chats, projects, commands, settings }, now);
  const titles = new Map(chats.map(({ id, title }) => [id, title]));
  const titleOf = (id: string): string => titles.get(id) || strings.untitled;
  const groups = rowGroups(withAsking(), {
    ...{ query, filters, isOpen, now, strings, words, titleOf, projects },
    onShowAll: () => setOpen(true),
  });
  const rows = groups.flatMap((group) => group.rows);
  const current = Math.min(chosen, rows.length - 1);

  /** The words can always begin a chat: that is the first command. */
  function withAsking(): typeof found {
    if (asked === '') return found;
    const keys = shortcutKeys('askWords', words, isMac()).join(' ');
    const command = { id: 'new-with', title: strings.newChatWith(asked), keys, run: () => onAsk(asked) };
    const row = { command, title: [{ text: command.title, isHit: false }] };
    return { ...found, commands: [row, ...found.commands] };
  }
  function look(text: string): void {
    setQuery(text);
    setOpen(false);
    setChosen(0);
  }
  /** Acts when the window is closed: until then nothing below it can take the focus. */
  function leave(act: () => void): void {
    onClose();
    requestAnimationFrame(act);
  }
  function open({ id, act }: SearchRow): void {
    const run = 'run' in act ? act.run : () => goTo(act.path);
    if (id === SHOW_ALL) run();
    else leave(run);
  }
  /** The search stays, so that more can be opened. A command is done here or not at all. */
  function openTab(row: SearchRow | undefined): void {
    if (row !== undefined && 'path' in row.act) window.open(row.act.path, '_blank', 'noopener');
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const row = rows[current];
    const move = MOVES[event.key];
    if (isShortcut('search', event)) onClose();
    else if (isShortcut('askWords', event) && asked !== '') leave(() => onAsk(asked));
    else if (isShortcut('openTab', event)) openTab(row);
    else if (move !== undefined && rows.length > 0) setChosen(move(current, rows.length));
    else if (event.key === 'Enter' && row !== undefined) open(row);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className="app-find-field">
        <Search size={20} aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          aria-expanded={rows.length > 0}
          aria-controls={listId}
          aria-activedescendant={rows[current] && `${listId}-${current}`}
          aria-autocomplete="list"
          aria-label={strings.searchAll}
          placeholder={strings.searchAll}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          maxLength={200}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
          autoFocus
          value={query}
          onChange={({ target }) => look(target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="mr-icon" aria-label={strings.close} title="Esc" onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would have a legend to be seen */}
      <div className="app-find-filters" role="group" aria-label={strings.searchFilters}>
        {FILTERS.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={filters[name]}
            onClick={() => setFilters({ ...filters, [name]: !filters[name] })}
          >
            {filters[name] && <Check size={14} aria-hidden="true" />}
            {strings.filterNames[name]}
          </button>
        ))}
        <span className="app-find-keys" aria-hidden="true">
          <kbd>Tab</kbd> {strings.searchKeys.filters}
        </span>
      </div>
      <SearchList {...{ listId, groups, current }} onPoint={setChosen} onOpen={open} />
      {asked !== '' && rows.length === 1 && !reading.isReading && (
        <p className="app-find-none">{strings.nothingFound}</p>
      )}
      <SearchFooter reading={reading} isAsked={asked !== ''} />
      <p className="mr-sr-only" role="status">
        {asked === '' || reading.isReading ? '' : strings.foundCount(countOf(groups) - 1)}
      </p>
    </>
  );
}

const FILTERS = ['hasCode', 'lastMonth'] as const;

const countOf = (groups: readonly { readonly count: number }[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0);

const MOVES: Readonly<Record<string, (here: number, length: number) => number>> = {
  ArrowDown: (here, length) => (here + 1) % length,
  ArrowUp: (here, length) => (here + length - 1) % length,
};

/** Goes to an address, also when the page is there already: the place in it may have been left since. */
function goTo(path: string): void {
  const { pathname, hash } = window.location;
  const isHere = `${pathname}${hash}` === path;
  navigate(isHere ? pathname : path, isHere ? 'replace' : 'push');
  if (isHere) requestAnimationFrame(() => navigate(path, 'replace'));
}
