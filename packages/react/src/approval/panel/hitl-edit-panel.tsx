'use client';

import { useLayoutEffect, useRef } from 'react';
import { useMedia } from '../../page/use-media.ts';
import { useWords } from '../../words/words-context.ts';
import { EditPanelBody } from './edit-panel-body.tsx';
import { closeHitlEditPanel, type HitlEdit, useHitlEditPanel } from './edit-panel-store.ts';

/** From here on there is room for a panel beside the page. */
const WIDE = '(min-width: 1024px)';

/** Shows what `openHitlEditPanel` opened beside the page, on screens that are wide enough. Mount it once. */
export function HitlEditPanel() {
  const strings = useWords();
  const edit = useHitlEditPanel();
  const wide = useMedia(WIDE, true);
  if (edit === null || !wide) return null;
  return (
    <div className="mr-edit-side" role="dialog" aria-label={strings.editTitle(edit.title)}>
      <EditPanelBody key={keyOf(edit)} edit={edit} />
    </div>
  );
}

/** Shows what `openHitlEditPanel` opened as a drawer, on screens below 1024 px. Mount it once. */
export function MobileHitlEditPanel() {
  const edit = useHitlEditPanel();
  const wide = useMedia(WIDE, true);
  if (edit === null || wide) return null;
  return <Drawer key={keyOf(edit)} edit={edit} />;
}

/** In the browser's top layer, so that nothing lies over it and nothing behind it can be reached. */
function Drawer({ edit }: { readonly edit: HitlEdit }) {
  const strings = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the form takes the focus, which it could not in a dialog that is closed.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the buttons do the same with keys
    <dialog
      className="mr-edit-drawer"
      aria-label={strings.editTitle(edit.title)}
      ref={dialog}
      onCancel={(event) => {
        event.preventDefault();
        closeHitlEditPanel();
      }}
      // A press beside the drawer is a press on the dialog itself.
      onClick={(event) => event.target === event.currentTarget && closeHitlEditPanel()}
    >
      <EditPanelBody edit={edit} />
    </dialog>
  );
}

const keys = new WeakMap<HitlEdit, number>();
let nextKey = 0;

/** Another edit is another form. */
function keyOf(edit: HitlEdit): number {
  const key = keys.get(edit) ?? nextKey++;
  keys.set(edit, key);
  return key;
}
