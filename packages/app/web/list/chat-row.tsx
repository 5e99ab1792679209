import type { ChatSummary } from '@millrace/engine/run';
import { Check, Ellipsis } from 'lucide-react';
import { memo } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { markOf } from './mark-of.ts';
import { NameField, type NameFieldProps } from './name-field.tsx';
import { RowMark } from './row-mark.tsx';

export interface ChatRowProps {
  readonly chat: ChatSummary;
  readonly current: boolean;
  readonly selected: boolean;
  /** True while the menu of the row is open. */
  readonly menuOpen: boolean;
  /** Closes the field of the name. Undefined while the name is only shown. */
  readonly onNamed: NameFieldProps['onClose'] | undefined;
}

/** A chat of the list: its name, one mark at its end, and its menu. The list hears the presses and keys of all rows. */
export const ChatRow = memo(function ChatRow(props: ChatRowProps) {
  const strings = usePageWords();
  const { chat, current, selected, menuOpen, onNamed } = props;
  const title = chat.title || strings.untitled;
  // The chat that is open is being read.
  const seen = markOf(chat);
  const isUnread = (seen === 'answer' || seen === 'problem') && !current;
  const mark = isUnread || seen === 'waits' || seen === 'works' ? seen : undefined;
  return (
    <li
      className="app-row"
      data-chat={chat.id}
      data-selected={selected || undefined}
      data-menu={menuOpen || undefined}
    >
      {onNamed !== undefined ? (
        <NameField
          name={chat.title}
          label={strings.chatName}
          className="app-row-field"
          maxLength={120}
          onClose={onNamed}
        />
      ) : (
        <a
          className={isUnread ? 'app-nav app-unread' : 'app-nav'}
          data-row
          href={`/chat/${chat.id}`}
          aria-current={current ? 'page' : undefined}
        >
          {selected && (
            <span className="app-row-check" role="img" aria-label={strings.list.selected}>
              <Check size={16} aria-hidden="true" />
            </span>
          )}
          <span className="app-ellipsis" dir="auto">
            {title}
          </span>
          <RowMark mark={mark} />
        </a>
      )}
      <button
        type="button"
        className="mr-icon app-row-more"
        data-more
        aria-label={strings.list.actionsFor(title)}
        aria-haspopup="menu"
        aria-expanded={menuOpen}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </button>
    </li>
  );
});
