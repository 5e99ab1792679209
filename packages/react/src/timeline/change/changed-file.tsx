'use client';

import { FileCode } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { DiffFile } from '../../approval/diff/diff-file.ts';
import { ShownText } from '../../approval/shown/shown-text.tsx';
import { ViewSwitch } from '../../embeds/view-switch.tsx';
import { useWords } from '../../words/words-context.ts';
import { ChangeRows } from './change-rows.tsx';
import type { Ring } from './edited-marks.ts';
import { FileText } from './file-text.tsx';
import { FullScreenButton } from './full-screen-button.tsx';
import type { FilesOfCall } from './use-call-files.ts';

/** More rows are shown only in full screen. */
const MOST_ROWS = 400;
/** A longer change scrolls in itself. */
const FITS = 24;

export interface ChangedFileProps {
  readonly id: string;
  readonly file: DiffFile;
  readonly rings: ReadonlyMap<number, Ring> | undefined;
  readonly loaded: FilesOfCall;
  /** False for a change that was only asked for. */
  readonly isMade: boolean;
  /** Another note, such as why it failed. */
  readonly problem?: string | undefined;
  /** Buttons of the call. */
  readonly actions?: ReactNode;
  /** A line below the head. */
  readonly children?: ReactNode;
}

/** One file that a call changed, or wanted to: its lines, or the whole of it. */
export function ChangedFile(props: ChangedFileProps) {
  const strings = useWords();
  const { id, file, rings, loaded, isMade, problem, actions, children } = props;
  const { path, rows, added, removed, note } = file;
  const [shown, setShown] = useState<'changes' | 'file'>('changes');
  const showsFile = shown === 'file' && isMade;
  const left = rows.length - MOST_ROWS;
  function show(next: 'changes' | 'file'): void {
    setShown(next);
    if (next === 'file') void loaded.load();
  }
  return (
    <figure className="mr-change" aria-label={strings.changeOf(path)}>
      <figcaption>
        <FileCode size={16} aria-hidden="true" />
        <span className="mr-change-name">
          <code className="mr-diff-path" dir="ltr">
            <ShownText text={path} />
          </code>
          {(added > 0 || removed > 0) && <span>{strings.changedLines(added, removed)}</span>}
        </span>
        {isMade && loaded.canLoad && <ViewSwitch shown={shown} onShown={show} />}
        {actions}
        {isMade && <FullScreenButton {...{ id, file, loaded, actions }} />}
      </figcaption>
      {children}
      {[problem, note].map(
        (each) =>
          each !== undefined && (
            <p key={each} className="mr-change-note" dir="auto">
              <ShownText text={each} />
            </p>
          ),
      )}
      {showsFile ? (
        <Scroll isLong={true}>
          <FileText path={path} loaded={loaded} />
        </Scroll>
      ) : (
        rows.length > 0 && (
          <Scroll isLong={rows.length > FITS}>
            <ChangeRows file={file} rings={rings} most={MOST_ROWS} />
            {left > 0 && <p className="mr-change-note">{strings.moreRows(left)}</p>}
          </Scroll>
        )
      )}
    </figure>
  );
}

function Scroll({ isLong, children }: { readonly isLong: boolean; readonly children: ReactNode }) {
  return (
    <div className="mr-change-body" tabIndex={isLong ? 0 : undefined}>
      {children}
    </div>
  );
}
