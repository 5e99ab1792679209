import { X } from 'lucide-react';
import { usePageWords } from '../base/page-words.ts';
import type { ListNotice } from './use-list-actions.ts';

export interface NoticeBarProps {
  readonly notice: ListNotice | undefined;
  readonly onDismiss: () => void;
}

/** Tells what was done, with the way back. The region is there before its words, so that screen readers hear them. */
export function NoticeBar({ notice, onDismiss }: NoticeBarProps) {
  const strings = usePageWords();
  return (
    <div className="app-list-notice" role={notice?.isProblem ? 'alert' : 'status'}>
      {notice !== undefined && (
        <>
          <p dir="auto">{notice.text}</p>
          {notice.undo !== undefined && (
            <button type="button" className="mr-button-quiet" onClick={notice.undo}>
              {strings.list.undo}
            </button>
          )}
          <button type="button" className="mr-icon" aria-label={strings.list.dismiss} onClick={onDismiss}>
            <X size={16} aria-hidden="true" />
          </button>
        </>
      )}
    </div>
  );
}
