import type { ChatSummary } from '@millrace/engine/run';
import { cutAtWords, excerptOf, foldText, hasWords, type Piece, wordsOf } from './fold-text.ts';
import type { IndexedMessage } from './indexed-message.ts';
import type { NamedSetting } from './named-settings.ts';

/** Something that can be done from the page, by the words that it is called by. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** Its keys, where it has some. */
  readonly keys?: string;
  /** Stands there only for a person who looks for it. */
  readonly isHidden?: true;
  readonly run: () => void;
}

/** A message as its row shows it. */
export interface MessageLine {
  readonly title: readonly Piece[];
  /** The words are in code. */
  readonly isCode: boolean;
}

export interface Filters {
  readonly hasCode: boolean;
  readonly lastMonth: boolean;
}

/** Everything on the page that can be looked for. */
export interface Searched {
  readonly messages: readonly IndexedMessage[];
  readonly chats: readonly ChatSummary[];
  /** The names of projects by their ids: a chat is found by that of its project too. */
  readonly projects: ReadonlyMap<string, string>;
  readonly commands: readonly Command[];
  readonly settings: readonly (NamedSetting & { readonly title: string })[];
}

export interface FoundAll {
  readonly messages: readonly IndexedMessage[];
  readonly chats: readonly { readonly chat: ChatSummary; readonly title: readonly Piece[] }[];
  readonly commands: readonly { readonly command: Command; readonly title: readonly Piece[] }[];
  readonly settings: readonly { readonly setting: NamedSetting; readonly title: readonly Piece[] }[];
}

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
/** So many chats stand there before anybody looks for one. */
const RECENT = 5;

/**
 * Finds what has all words of the query. Without words: the newest chats and all commands. A filter leaves only messages, and with
 * `lastMonth` chats too. Pure.
 */
export function findAll(query: string, filters: Filters, searched: Searched, now: number): FoundAll {
  const words = wordsOf(query);
  const isNew = (at: number): boolean => !filters.lastMonth || now - at < MONTH_MS;
  const isPlain = !filters.hasCode && !filters.lastMonth;
  const found = <Each>(items: readonly Each[], titleOf: (item: Each) => string, inOf = (_: Each) => '') =>
    items.flatMap((item) => {
      const title = titleOf(item);
      return hasWords(foldText(`${title}\n${inOf(item)}`), words)
        ? [{ item, title: cutAtWords(title, words) }]
        : [];
    });
  const chats = filters.hasCode ? [] : searched.chats.filter(({ updated_at }) => isNew(updated_at));
  return {
    messages:
      words.length === 0
        ? []
        : searched.messages.filter(
            ({ ts, code, folded }) =>
              isNew(ts) && (!filters.hasCode || code !== '') && hasWords(folded, words),
          ),
    chats: found(
      words.length === 0 ? chats.slice(0, RECENT) : chats,
      ({ title }) => title,
      ({ project_id = '' }) => searched.projects.get(project_id) ?? '',
    ).map(({ item: chat, title }) => ({ chat, title })),
    commands: isPlain
      ? found(
          searched.commands.filter(({ isHidden }) => words.length > 0 || !isHidden),
          ({ title }) => title,
        ).map(({ item: command, title }) => ({ command, title }))
      : [],
    settings:
      isPlain && words.length > 0
        ? found(searched.settings, ({ title }) => title).map(({ item: setting, title }) => ({
            setting,
            title,
          }))
        : [],
  };
}

/** Shows the part that has the most of the words: the text, unless more of them are in the code. Pure. */
export function messageLine(message: IndexedMessage, query: string, wantsCode: boolean): MessageLine {
  const words = wordsOf(query);
  const count = (text: string): number => words.filter((word) => foldText(text).includes(word)).length;
  const [inProse, inCode] = [count(message.prose), count(message.code)];
  const isCode = inCode > inProse || (wantsCode && inCode === inProse && inCode > 0);
  const line = excerptOf(isCode ? message.code : message.prose, words);
  return { title: cutAtWords(line, words), isCode };
}
