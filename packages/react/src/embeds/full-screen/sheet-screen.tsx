import { contentGrid } from '@millrace/engine';
import type { FullScreenProps } from './full-screen-props.ts';
import { SheetView } from './sheet-view.tsx';

/** A sheet in full screen. */
export function SheetScreen({ attrs, content }: FullScreenProps) {
  return <SheetView attrs={attrs} grid={contentGrid(content) ?? []} />;
}
