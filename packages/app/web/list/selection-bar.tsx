import type { ChatSummary } from '@millrace/engine/run';
import { Archive, ArchiveRestore, FolderInput, Pin, PinOff, Trash2, X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { usePageWords } from '../base/page-words.ts';
import type { PlaceWish } from './place-changes.ts';

export interface SelectionBarProps {
  readonly chats: readonly ChatSummary[];
  readonly onPlace: (wish: PlaceWish) => void;
  readonly onMove: (at: Element) => void;
  readonly onClear: () => void;
}

const ACTION = 'app-selection-action';

/** The actions for the chats that are selected. */
export function SelectionBar({ chats, onPlace, onMove, onClear }: SelectionBarProps) {
  const { list } = usePageWords();
  const count = list.selectedCount(chats.length);
  const isPinned = chats.every(({ pinned }) => pinned);
  const isArchived = chats.every(({ archived }) => archived);
  const button = (label: string, Icon: typeof X, onClick: (event: MouseEvent) => void, more = ACTION) => (
    <button type="button" className={`mr-icon ${more}`} aria-label={label} title={label} onClick={onClick}>
      <Icon size={16} aria-hidden="true" />
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="app-selection" role="group" aria-label={count}>
      <span role="status">{count}</span>
      {button(list.clearSelection, X, onClear, '')}
      {button(isPinned ? list.unpin : list.pin, isPinned ? PinOff : Pin, () =>
        onPlace({ pinned: !isPinned }),
      )}
      {button(list.move, FolderInput, (event) => onMove(event.currentTarget))}
      {button(isArchived ? list.unarchive : list.archive, isArchived ? ArchiveRestore : Archive, () =>
        onPlace({ archived: !isArchived }),
      )}
      {button(list.delete, Trash2, () => onPlace({ deleted: true }), `${ACTION} app-selection-danger`)}
    </div>
  );
}
