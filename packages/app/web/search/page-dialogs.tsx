import { lazy, Suspense } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { Boundary } from '../frame/boundary.tsx';
import { PageDialog } from '../frame/page-dialog.tsx';
import type { SearchPanelProps } from './search-panel.tsx';

const SearchPanel = lazy(async () => ({ default: (await import('./search-panel.tsx')).SearchPanel }));
const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }));

export interface PageDialogsProps extends SearchPanelProps {
  /** The window that lies over the page. */
  readonly open: 'search' | 'shortcuts' | undefined;
}

/** The search and the list of shortcuts. Their code comes when somebody wants them. */
export function PageDialogs({ open, ...props }: PageDialogsProps) {
  const strings = usePageWords();
  if (open === undefined) return null;
  const { onClose } = props;
  const isSearch = open === 'search';
  return (
    <PageDialog
      key={open}
      label={isSearch ? strings.search : strings.shortcuts}
      className={isSearch ? 'app-find' : 'app-keys'}
      onClose={onClose}
    >
      <Boundary part="div">
        <Suspense fallback={<p className="app-unready">{strings.loading}</p>}>
          {isSearch ? <SearchPanel {...props} /> : <ShortcutList onClose={onClose} />}
        </Suspense>
      </Boundary>
    </PageDialog>
  );
}
