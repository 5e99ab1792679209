import { type EditorState, type Range, StateEffect } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { highlightTree } from '@lezer/highlight';
import type { DraftBlock } from '@millrace/engine/document';
import { loadedParser, loadParser } from '../../embeds/highlight/load-parser.ts';
import { classHighlighter } from '../../embeds/highlight/token-kinds.ts';
import { draftField } from './draft/draft-field.ts';

/** A longer code stays plain: it is read again at each key. */
const MOST = 8_000;

/** Tells that a grammar has come. */
const grammarCame = StateEffect.define<null>();

/** The words of code that is still text, in the colours that its preview has. While composing they are only moved. */
export const codeColours = ViewPlugin.fromClass(
  class {
    readonly asked = new Set<string>();
    isOver = false;
    set: DecorationSet;

    constructor(view: EditorView) {
      this.set = this.colour(view);
    }

    update({ view, state, startState, changes, viewportChanged, transactions }: ViewUpdate): void {
      const [before, now] = [startState.field(draftField), state.field(draftField)];
      const isOther =
        viewportChanged ||
        now.blocks !== before.blocks ||
        now.entered?.from !== before.entered?.from ||
        transactions.some(({ effects }) => effects.some((effect) => effect.is(grammarCame)));
      if (now.isComposing) this.set = this.set.map(changes);
      else if (isOther || before.isComposing) this.set = this.colour(view);
    }

    destroy(): void {
      this.isOver = true;
    }

    colour(view: EditorView): DecorationSet {
      const words = codesInSight(view).flatMap((code) => {
        this.ask(view, code.language);
        return wordsOf(code);
      });
      return Decoration.set(words, true);
    }

    /** Loads a grammar, once. */
    ask(view: EditorView, language: string): void {
      if (this.asked.has(language) || loadedParser(language) !== undefined) return;
      this.asked.add(language);
      void loadParser(language).then((found) => {
        if (found !== undefined && !this.isOver) view.dispatch({ effects: grammarCame.of(null) });
      });
    }
  },
  { decorations: ({ set }) => set },
);

/** The lines between two fences. */
interface Code {
  readonly language: string;
  readonly from: number;
  readonly text: string;
}

function codesInSight({ state, viewport }: EditorView): readonly Code[] {
  const { blocks, entered } = state.field(draftField);
  return blocks.flatMap((block) => {
    const isText = block.kind === 'code' && (!block.closed || block.from === entered?.from);
    const isInSight = block.from <= viewport.to && block.to >= viewport.from;
    return isText && isInSight && block.to - block.from <= MOST ? codeOf(state, block) : [];
  });
}

function codeOf({ doc }: EditorState, { from, to, closed }: DraftBlock): readonly Code[] {
  const first = doc.lineAt(from);
  const language = /^\s*[`~]{3,}\s*([\w+#-]+)/.exec(first.text)?.[1];
  const end = closed ? doc.lineAt(to).from - 1 : to;
  if (language === undefined || end <= first.to) return [];
  return [{ language, from: first.to + 1, text: doc.sliceString(first.to + 1, end) }];
}

/** The words of a code that have a colour; none until its grammar is there. */
function wordsOf({ language, from, text }: Code): Range<Decoration>[] {
  const parser = loadedParser(language);
  const words: Range<Decoration>[] = [];
  if (parser !== undefined)
    highlightTree(parser.parse(text), classHighlighter, (start, end, look) => {
      words.push(Decoration.mark({ class: look }).range(from + start, from + end));
    });
  return words;
}
