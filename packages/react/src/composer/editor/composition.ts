import { type Extension, Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { draftField, selectedPreview, setComposing } from './draft/draft-field.ts';

/** Tells the state of an editor that an input method begins to compose, and that it is done. */
export function hearComposition(view: EditorView): void {
  // Chromium on Android tells it to the edit context and not to the element.
  const context: unknown = Reflect.get(view.contentDOM, 'editContext');
  const source = context instanceof EventTarget ? context : view.contentDOM;
  source.addEventListener('compositionstart', () => {
    standBehindSelected(view);
    view.dispatch({ effects: setComposing.of(true) });
  });
  source.addEventListener('compositionend', () => endSoon(view));
}

/** Some keyboards of Android leave out the end of a composition; the editor finds that out by the text. */
export const forgottenEnd: Extension = Prec.lowest(
  EditorView.updateListener.of(({ view, state }) => {
    if (state.field(draftField).isComposing && !view.compositionStarted) endSoon(view);
  }),
);

/** The text of a composition is read after its end. Another one may have begun by then. */
function endSoon(view: EditorView): void {
  setTimeout(() => {
    if (!view.compositionStarted && view.state.field(draftField).isComposing)
      view.dispatch({ effects: setComposing.of(false) });
  });
}

/** Makes a line behind a selected preview: composed text goes behind it, as typed text does. */
function standBehindSelected(view: EditorView): void {
  const selected = selectedPreview(view.state);
  if (selected === undefined) return;
  const { to } = selected;
  view.dispatch({
    changes: { from: to, insert: '\n' },
    selection: { anchor: to + 1 },
    userEvent: 'input',
    filter: false,
  });
}
