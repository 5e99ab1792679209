import { contentGrid, embedMarkdown } from '@millrace/engine/document';
import { use } from 'react';
import { useWords } from '../../words/words-context.ts';
import { AskAbout } from '../ask-about.ts';
import { embedName } from '../box/embed-name.ts';
import { SheetView } from '../sheet/sheet-view.tsx';
import { FullScreenFrame, type KeyHint } from './full-screen-frame.tsx';
import type { FullScreenProps } from './full-screen-props.ts';
import { modKey } from './keys.ts';

/** A sheet in full screen. */
export function SheetScreen({ attrs, content, onClose }: FullScreenProps) {
  const strings = useWords();
  const ask = use(AskAbout);
  const { move, copy, edit } = strings.sheetHints;
  const hints: readonly KeyHint[] = [
    ['←↑↓→', move],
    [`${modKey(strings)} C`, copy],
    ['F2', edit],
  ];
  return (
    <SheetView
      attrs={attrs}
      grid={contentGrid(content) ?? []}
      {...(ask && {
        onAsk({ title, grid }) {
          ask(embedMarkdown({ ...attrs, title }, { grid }));
          onClose();
        },
      })}
      frame={(actions, view) => (
        <FullScreenFrame
          attrs={attrs}
          name={embedName(strings, attrs)}
          detail={strings.sheetSize(attrs.rows ?? 0, attrs.cols ?? 0)}
          note={strings.ownCopy}
          takesArrows
          {...{ onClose, actions, hints }}
        >
          {view}
        </FullScreenFrame>
      )}
    />
  );
}
