import { Archive, ChevronRight, Ellipsis, Folder, FolderOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageWords } from '../base/page-words.ts';
import type { Mark } from './mark-of.ts';
import { NameField, type NameFieldProps } from './name-field.tsx';
import { RowMark } from './row-mark.tsx';

export interface FolderRowProps {
  /** The id of a project, or the archive. */
  readonly part: string;
  readonly name: string;
  readonly count: number;
  readonly open: boolean;
  /** The mark of what is inside. */
  readonly mark: Mark | undefined;
  readonly kind: 'project' | 'archive';
  readonly menuOpen: boolean;
  readonly onNamed: NameFieldProps['onClose'] | undefined;
  readonly children: ReactNode;
}

/** A folder of the list with its chats. A closed one shows the mark of what is inside, else how many there are. */
export function FolderRow(props: FolderRowProps) {
  const strings = usePageWords();
  const { part, name, count, open, mark, kind, menuOpen, onNamed, children } = props;
  const Icon = kind === 'archive' ? Archive : open ? FolderOpen : Folder;
  const shown = open ? undefined : mark;
  return (
    <li data-folder={part} data-kind={kind}>
      <div className="app-row" data-menu={menuOpen || undefined}>
        {onNamed !== undefined ? (
          <NameField
            name={name}
            label={strings.list.projectName}
            className="app-row-field"
            maxLength={80}
            onClose={onNamed}
          />
        ) : (
          <button type="button" className="app-nav" data-row aria-expanded={open}>
            {kind === 'project' && <ChevronRight className="app-chevron" size={14} aria-hidden="true" />}
            <Icon size={16} aria-hidden="true" />
            <span className="app-ellipsis" dir="auto">
              {name}
            </span>
            {shown === undefined ? (
              <span className="app-count">
                <span aria-hidden="true">{strings.list.number(count)}</span>
                <span className="app-hidden">{strings.list.chatCount(count)}</span>
              </span>
            ) : (
              <RowMark mark={shown} />
            )}
          </button>
        )}
        {kind === 'project' && (
          <button
            type="button"
            className="mr-icon app-row-more"
            data-more
            aria-label={strings.list.actionsFor(name)}
            aria-haspopup="menu"
            aria-expanded={menuOpen}
          >
            <Ellipsis size={16} aria-hidden="true" />
          </button>
        )}
      </div>
      {open && <div className="app-inside">{children}</div>}
    </li>
  );
}
