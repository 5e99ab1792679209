import { contentGrid } from '@millrace/engine';
import { strings } from '../../words/strings.ts';
import { CopyButton } from '../copy/copy-button.tsx';
import { embedName } from '../embed-name.ts';
import { FullScreenFrame } from './full-screen-frame.tsx';
import type { FullScreenProps } from './full-screen-props.ts';
import { SheetView } from './sheet-view.tsx';

/** A sheet in full screen. */
export function SheetScreen({ attrs, content, onClose }: FullScreenProps) {
  return (
    <FullScreenFrame
      attrs={attrs}
      name={embedName(attrs)}
      detail={strings.sheetSize(attrs.rows ?? 0, attrs.cols ?? 0)}
      onClose={onClose}
      actions={<CopyButton attrs={attrs} content={content} isWide />}
    >
      <SheetView attrs={attrs} grid={contentGrid(content) ?? []} />
    </FullScreenFrame>
  );
}
