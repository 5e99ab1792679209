import type { ChatSummary } from '@millrace/engine/run';
import type { Words } from '@millrace/react';
import {
  AlignLeft,
  Code,
  CornerDownRight,
  MessageSquare,
  Plus,
  Settings,
  SquareChevronRight,
  User,
} from 'lucide-react';
import type { ReactElement } from 'react';
import type { PageWords } from '../base/page-words.ts';
import { messagePath } from '../base/route.ts';
import { settingsPath } from '../base/settings-sections.ts';
import { type Mark, markOf } from '../list/mark-of.ts';
import { type Filters, type FoundAll, messageLine } from './find-all.ts';
import type { Piece } from './fold-text.ts';
import type { IndexedMessage } from './indexed-message.ts';

/** A row of the results. */
export interface SearchRow {
  readonly id: string;
  readonly icon: ReactElement;
  readonly title: readonly Piece[];
  readonly detail?: string;
  /** Stands at the end: keys, or a date. */
  readonly end?: string;
  /** The end names keys, which a touch screen has not. */
  readonly isKeys?: boolean;
  readonly mark?: Mark | undefined;
  /** The address that it leads to, or else the thing that it does. */
  readonly act: { readonly path: string } | { readonly run: () => void };
}

/** The rows of one kind, with the number of all that were found. */
export interface RowGroup {
  readonly name: keyof PageWords['searchGroups'];
  readonly count: number;
  readonly rows: readonly SearchRow[];
}

export interface RowOptions {
  readonly query: string;
  readonly filters: Filters;
  /** All messages are shown, up to a bound. */
  readonly isOpen: boolean;
  readonly onShowAll: () => void;
  readonly now: number;
  readonly strings: PageWords;
  readonly words: Words;
  readonly titleOf: (chatId: string) => string;
  readonly projects: ReadonlyMap<string, string>;
}

/** The id of the row that shows all messages: the only one after which the search stays open. */
export const SHOW_ALL = 'show-all';

/** So many messages are shown at first, and at most. */
const FIRST_ROWS = 4;
const MOST_ROWS = 200;

const SIZE = { size: 16, 'aria-hidden': true } as const;

/** The groups of rows of all that was found, in the order of the page; a group without rows is left out. Pure. */
export function rowGroups(found: FoundAll, options: RowOptions): readonly RowGroup[] {
  const { strings } = options;
  const groups: readonly RowGroup[] = [
    { name: 'messages', count: found.messages.length, rows: messageRows(found.messages, options) },
    {
      name: 'chats',
      count: found.chats.length,
      rows: found.chats.map(({ chat, title }) => ({
        id: `chat-${chat.id}`,
        icon: <MessageSquare {...SIZE} />,
        title: chat.title === '' ? [{ text: strings.untitled, isHit: false }] : title,
        end: placeOf(chat, options),
        mark: markOf(chat),
        act: { path: `/chat/${chat.id}` },
      })),
    },
    {
      name: 'commands',
      count: found.commands.length,
      rows: found.commands.map(({ command, title }) => ({
        id: `command-${command.id}`,
        icon: command.id.startsWith('new') ? <Plus {...SIZE} /> : <SquareChevronRight {...SIZE} />,
        title,
        ...(command.keys !== undefined && { end: command.keys, isKeys: true }),
        act: { run: command.run },
      })),
    },
    {
      name: 'settings',
      count: found.settings.length,
      rows: found.settings.map(({ setting: { section, name }, title }) => ({
        id: `setting-${section}-${name ?? ''}`,
        icon: <Settings {...SIZE} />,
        title,
        ...(name !== undefined && { end: strings.sections[section] }),
        act: { path: settingsPath(section, name) },
      })),
    },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

/** The project of a chat, or the archive, and when something last happened in it. */
function placeOf(
  { project_id = '', archived, updated_at }: ChatSummary,
  { projects, now, strings, words }: RowOptions,
): string {
  const place = archived ? strings.list.archivedChats : projects.get(project_id);
  return [place, whenOf(updated_at, now, strings, words)].filter(Boolean).join(' · ');
}

function messageRows(messages: readonly IndexedMessage[], options: RowOptions): readonly SearchRow[] {
  const { query, filters, isOpen, onShowAll, strings, words, now, titleOf } = options;
  const shown = messages.slice(0, isOpen ? MOST_ROWS : FIRST_ROWS);
  const rows = shown.map((message): SearchRow => {
    const { title, isCode } = messageLine(message, query, filters.hasCode);
    const isUser = message.role === 'user';
    const by = isCode ? strings.codeIn : isUser ? words.you : words.assistant;
    return {
      id: `message-${message.chatId}-${message.id}`,
      icon: isCode ? <Code {...SIZE} /> : isUser ? <User {...SIZE} /> : <AlignLeft {...SIZE} />,
      title,
      detail: `${titleOf(message.chatId)} · ${by}, ${whenOf(message.ts, now, strings, words)}`,
      act: { path: messagePath(message.chatId, message.id, query.trim()) },
    };
  });
  if (isOpen || messages.length <= FIRST_ROWS) return rows;
  const label = strings.showAllMessages(Math.min(MOST_ROWS, messages.length), messages.length);
  const more: SearchRow = {
    id: SHOW_ALL,
    icon: <CornerDownRight {...SIZE} />,
    title: [{ text: label, isHit: false }],
    act: { run: onShowAll },
  };
  return [...rows, more];
}

/** The time of today, or the day. */
function whenOf(at: number, now: number, strings: PageWords, { locale }: Words): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  if (!isToday) return strings.dateOf(at);
  return strings.todayAt(new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at));
}
