import { defineLanguageFacet, Language, syntaxHighlighting } from '@codemirror/language';
import { unifiedMergeView } from '@codemirror/merge';
import { openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import type { Parser } from '@lezer/common';
import type { Words } from '../../words/words-context.ts';
import { classHighlighter } from '../highlight/token-kinds.ts';
import { changedGutter } from './changed-gutter.ts';
import { codeTheme } from './code-theme.ts';
import { diffColours } from './diff-colours.ts';
import { findCount } from './find-count.ts';

export interface CodeViewOptions {
  readonly parent: HTMLElement;
  readonly label: string;
  readonly strings: Words;
  /** True when its lines are changes. */
  readonly isDiff: boolean;
  readonly text: string;
  /** The text to compare with. Without it nothing is marked. */
  readonly before: string | undefined;
}

/** A code that can be read, searched and selected, of any length; it is never changed by the person. */
export interface CodeView {
  /** Shows a text. If it continues the last one, only the rest is added, and a view that is at its end stays there. */
  show(text: string): void;
  setParser(parser: Parser | undefined): void;
  setWrap(wraps: boolean): void;
  focus(): void;
  find(): void;
  destroy(): void;
}

export function createCodeView(options: CodeViewOptions): CodeView {
  const { parent, label, strings, isDiff, text, before } = options;
  const language = new Compartment();
  const wrap = new Compartment();
  // Its looks are sheets of this root: the policy of the page takes no style elements, which a document would get.
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        reading(label, strings),
        isDiff ? diffColours() : [],
        changes(before),
        language.of([]),
        wrap.of([]),
      ],
    }),
  });
  let shown = text;
  return {
    show(next) {
      if (next === shown) return;
      const goesOn = next.startsWith(shown);
      const isAtEnd = goesOn && isEndInSight(view);
      const from = goesOn ? view.state.doc.length : 0;
      view.dispatch({
        changes: { from, to: view.state.doc.length, insert: goesOn ? next.slice(shown.length) : next },
        ...(isAtEnd && { effects: EditorView.scrollIntoView(next.length, { y: 'end' }) }),
      });
      shown = next;
    },
    setParser: (parser) => view.dispatch({ effects: language.reconfigure(colours(parser)) }),
    setWrap: (wraps) => view.dispatch({ effects: wrap.reconfigure(wraps ? EditorView.lineWrapping : []) }),
    focus: () => view.contentDOM.focus({ preventScroll: true }),
    find: () => openSearchPanel(view),
    destroy: () => view.destroy(),
  };
}

function reading(label: string, strings: Words): Extension {
  return [
    EditorState.readOnly.of(true),
    // Without a cursor, Tab moves on and no keyboard appears on a phone.
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label }),
    EditorState.phrases.of(strings.searchPhrases),
    findCount(strings),
    lineNumbers(),
    // Characters that can't be seen could make a text look like another one.
    highlightSpecialChars(),
    drawSelection(),
    search({ top: true }),
    codeTheme,
    keymap.of([...searchKeymap, { key: 'Mod-a', run: selectAll }]),
  ];
}

function selectAll(view: EditorView): boolean {
  view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
  return true;
}

function changes(before: string | undefined): Extension {
  if (before === undefined) return [];
  return [
    unifiedMergeView({ original: before, mergeControls: false, highlightChanges: false, gutter: false }),
    changedGutter(),
  ];
}

/** The grammars and colours of the previews. */
function colours(parser: Parser | undefined): Extension {
  if (parser === undefined) return [];
  return [new Language(defineLanguageFacet(), parser).extension, syntaxHighlighting(classHighlighter)];
}

function isEndInSight({ scrollDOM }: EditorView): boolean {
  return scrollDOM.scrollHeight - scrollDOM.clientHeight - scrollDOM.scrollTop <= 2;
}
