import { useEffect, useRef } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { RowMark } from '../list/row-mark.tsx';
import type { RowGroup, SearchRow } from './search-rows.tsx';

export interface SearchListProps {
  readonly listId: string;
  readonly groups: readonly RowGroup[];
  /** The place of the row that Enter opens, among all rows. */
  readonly current: number;
  readonly onPoint: (place: number) => void;
  readonly onOpen: (row: SearchRow) => void;
}

/** The results. The focus stays in the field above; the row that Enter opens is marked, and kept in sight. */
export function SearchList({ listId, groups, current, onPoint, onOpen }: SearchListProps) {
  const strings = usePageWords();
  const list = useRef<HTMLDivElement>(null);
  const row = groups.flatMap(({ rows }) => rows)[current]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row may have come to this place
  useEffect(() => {
    document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, current, row]);
  let place = 0;
  return (
    <div className="app-find-list" id={listId} ref={list} role="listbox" aria-label={strings.searchResults}>
      {groups.map(({ name, count, rows }) => (
        // biome-ignore lint/a11y/useSemanticElements: the group of a listbox
        <div key={name} role="group" aria-labelledby={`${listId}-${name}`}>
          <h3 id={`${listId}-${name}`} role="presentation">
            {strings.searchGroups[name]}
            {(name === 'messages' || name === 'chats') && <span>{strings.list.number(count)}</span>}
          </h3>
          {rows.map((each) => {
            const at = place++;
            return (
              <Row
                key={each.id}
                id={`${listId}-${at}`}
                row={each}
                isCurrent={at === current}
                onPoint={() => onPoint(at)}
                onOpen={() => onOpen(each)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly row: SearchRow;
  readonly isCurrent: boolean;
  readonly onPoint: () => void;
  readonly onOpen: () => void;
}

function Row({ id, row: { icon, title, detail, end, isKeys, mark }, isCurrent, onPoint, onOpen }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above has the focus and the keys
    <div
      className="app-find-row"
      id={id}
      role="option"
      aria-selected={isCurrent}
      onPointerMove={() => !isCurrent && onPoint()}
      onClick={onOpen}
    >
      {icon}
      <span className="app-find-text">
        <span className="app-ellipsis" dir="auto">
          {title.map(({ text, isHit }, place) =>
            // The pieces of a title have no other name than their place.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            isHit ? <mark key={place}>{text}</mark> : <span key={place}>{text}</span>,
          )}
        </span>
        {detail !== undefined && <span className="app-find-detail app-ellipsis">{detail}</span>}
      </span>
      {end !== undefined && (
        <span className="app-find-end" data-keys={isKeys}>
          {end}
        </span>
      )}
      <RowMark mark={mark} />
    </div>
  );
}
