import { isMac, shortcutKeys, useWords } from '@millrace/react';
import { usePageWords } from '../base/page-words.ts';
import type { SearchedMessages } from './use-read-chats.ts';

export interface SearchFooterProps {
  readonly reading: SearchedMessages;
  /** There are words to look for. */
  readonly isAsked: boolean;
}

/** Says what was searched and what was not, with the ways to search the rest. */
export function SearchFooter({ reading, isAsked }: SearchFooterProps) {
  const strings = usePageWords();
  const { messages, searched, isReading, waiting, failed, left, readAll, tryAgain } = reading;
  const { move, open, newTab, close } = strings.searchKeys;
  const words = useWords();
  return (
    <footer className="app-find-foot">
      {isAsked && (
        <span>
          {isReading
            ? strings.readingChats(searched, searched + waiting)
            : strings.searchedIn(messages.length, searched)}
        </span>
      )}
      {isAsked && !isReading && failed > 0 && (
        <span role="alert">
          {strings.chatsUnread(failed)}{' '}
          <button type="button" className="mr-button-quiet" onClick={tryAgain}>
            {strings.tryAgain}
          </button>
        </span>
      )}
      {isAsked && !isReading && left > 0 && (
        <button type="button" className="mr-button-quiet" onClick={readAll}>
          {strings.searchOlder(left)}
        </button>
      )}
      <span className="app-find-keys" aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> {move} <kbd>↵</kbd> {open}{' '}
        {shortcutKeys('openTab', words, isMac()).map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}{' '}
        {newTab} <kbd>Esc</kbd> {close}
      </span>
    </footer>
  );
}
