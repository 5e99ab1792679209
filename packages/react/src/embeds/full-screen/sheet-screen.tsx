'use client';

import { contentGrid, embedMarkdown } from '@millrace/engine/document';
import { use, useMemo, useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import { AskAbout } from '../ask-about.ts';
import { embedName } from '../box/embed-name.ts';
import { withChanges } from '../sheet/cells/cell-changes.ts';
import { SheetNote } from '../sheet/sheet-note.tsx';
import { SheetView } from '../sheet/sheet-view.tsx';
import { useVersions } from '../sheet/use-versions.ts';
import { VersionPicker } from '../sheet/version-picker.tsx';
import { FullScreenFrame, type KeyHint } from './full-screen-frame.tsx';
import type { FullScreenProps } from './full-screen-props.ts';
import { modKey } from './keys.ts';

/** A sheet in full screen. Changes are kept as a version of it, where the chat keeps any. */
export function SheetScreen({ attrs, content, onClose }: FullScreenProps) {
  const strings = useWords();
  const ask = use(AskAbout);
  const versions = useVersions(attrs);
  const [said, setSaid] = useState('');
  const [now] = useState(Date.now);
  const grid = contentGrid(content) ?? [];
  const shown = useMemo(() => withChanges(grid, versions?.cells ?? []), [grid, versions?.cells]);
  const canEdit = versions !== undefined && !versions.isLoading;
  const { move, copy, edit } = strings.sheetHints;
  const hints: readonly KeyHint[] = [
    ['←↑↓→', move],
    [`${modKey(strings)} C`, copy],
    ...(canEdit ? [['F2', edit] as const] : []),
  ];
  return (
    <SheetView
      attrs={attrs}
      grid={grid}
      isReadOnly={!canEdit}
      {...(versions && { changes: { cells: versions.cells, onChange: versions.change } })}
      {...(ask && {
        onAsk(selection) {
          ask(embedMarkdown({ ...attrs, title: selection.title }, { grid: selection.grid }));
          onClose();
        },
      })}
      frame={(actions, view) => (
        <FullScreenFrame
          attrs={attrs}
          name={embedName(strings, attrs)}
          detail={strings.sheetSize(shown.length, shown[0]?.length ?? 0)}
          note={<SheetNote attrs={attrs} versions={versions} />}
          takesArrows
          {...{ onClose, actions, hints }}
        >
          {view}
          <span role="status" className="mr-sr-only">
            {said}
          </span>
        </FullScreenFrame>
      )}
    >
      {versions && <VersionPicker versions={versions} now={now} onSaid={setSaid} />}
    </SheetView>
  );
}
