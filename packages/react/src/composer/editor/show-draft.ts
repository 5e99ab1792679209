import type { EditorState, Extension, Line, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, WidgetType } from '@codemirror/view';
import type { DraftBlock } from '@millrace/engine/document';
import { codeColours } from './code-colours.ts';
import { draftField } from './draft/draft-field.ts';
import { hasSameSources, previewField } from './preview-field.ts';
import type { PreviewHosts } from './preview-hosts.ts';

/** The height of a preview that was never drawn. */
const USUAL_HEIGHT = 220;

/** The place of previews in the text. Two of the same sources are the same, so typing elsewhere draws none anew. */
class PreviewWidget extends WidgetType {
  readonly blocks: readonly DraftBlock[];
  readonly hosts: PreviewHosts;

  constructor(blocks: readonly DraftBlock[], hosts: PreviewHosts) {
    super();
    this.blocks = blocks;
    this.hosts = hosts;
  }

  override eq({ blocks }: PreviewWidget): boolean {
    return hasSameSources(blocks, this.blocks);
  }

  override get estimatedHeight(): number {
    return USUAL_HEIGHT;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('div');
    element.className = 'mr-draft-host';
    this.hosts.put(element, this.blocks);
    return element;
  }

  /** A neighbour that joins or leaves keeps the element, and with it what is drawn already. */
  override updateDOM(element: HTMLElement): boolean {
    this.hosts.put(element, this.blocks);
    return true;
  }

  override destroy(element: HTMLElement): void {
    this.hosts.remove(element);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Shows previews, tints and the colours of code. */
export function showDraft(hosts: PreviewHosts): Extension {
  return [previewField((blocks) => new PreviewWidget(blocks, hosts)), tints, codeColours];
}

const tint = (kind: string): Decoration => Decoration.line({ class: `mr-draft-tint mr-draft-${kind}` });

/** Tints only the lines in sight: a fence may have thousands. */
const tints = ViewPlugin.define(
  (view) => ({
    set: tinted(view),
    update(update) {
      if (
        update.docChanged ||
        update.selectionSet ||
        update.viewportChanged ||
        update.transactions.length > 0
      )
        this.set = tinted(update.view);
    },
  }),
  { decorations: ({ set }) => set },
);

function tinted({ state, visibleRanges }: EditorView): DecorationSet {
  const { blocks, entered } = state.field(draftField);
  const lines: Range<Decoration>[] = [];
  for (const { from, to } of visibleRanges)
    for (const block of blocks) {
      const isText = !block.closed || block.from === entered?.from;
      if (isText && block.from <= to && block.to >= from)
        lines.push(...linesOf(state, block, Math.max(from, block.from), Math.min(to, block.to)));
    }
  return Decoration.set(lines, true);
}

function linesOf(state: EditorState, block: DraftBlock, from: number, to: number): Range<Decoration>[] {
  const lines: Range<Decoration>[] = [];
  const look = tint(TINTS[block.kind] ?? 'url');
  for (let at = from; at <= to; ) {
    const line = state.doc.lineAt(at);
    lines.push(look.range(line.from));
    if (line.from === block.from && TINTS[block.kind] === 'code') lines.push(...headOf(line));
    at = line.to + 1;
  }
  return lines;
}

/** The marks of a fence and what stands behind them, each in its colour. */
function headOf({ from, text }: Line): Range<Decoration>[] {
  const fence = /^ {0,3}[`~]+/.exec(text)?.[0].length ?? 0;
  // A mark of nothing is an error.
  return [
    ...(fence > 0 ? [FENCE.range(from, from + fence)] : []),
    ...(fence < text.length ? [INFO.range(from + fence, from + text.length)] : []),
  ];
}

const FENCE = Decoration.mark({ class: 'mr-draft-fence' });
const INFO = Decoration.mark({ class: 'mr-draft-info' });

const TINTS: Readonly<Record<string, string>> = {
  heading: 'heading',
  code: 'code',
  doc: 'code',
  tool: 'code',
  skill: 'code',
  focus: 'code',
  memories: 'code',
  table: 'table',
  sheet: 'table',
  math: 'math',
};
