import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { type DraftState, draftField } from './draft-state.ts';
import type { HostedGroup, PreviewHosts } from './preview-hosts.ts';

/** The place of previews in the text. Two of the same content are the same, so typing elsewhere draws none anew. */
class PreviewWidget extends WidgetType {
  readonly group: HostedGroup;
  readonly hosts: PreviewHosts;

  constructor(group: HostedGroup, hosts: PreviewHosts) {
    super();
    this.group = group;
    this.hosts = hosts;
  }

  override eq(other: PreviewWidget): boolean {
    const [mine, others] = [this.group.sources, other.group.sources];
    return mine.length === others.length && mine.every((source, i) => source === others[i]);
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('div');
    element.className = 'mr-draft-host';
    this.hosts.put(element, this.group);
    return element;
  }

  /** A neighbour that joins or leaves keeps the element, and with it what is drawn already. */
  override updateDOM(element: HTMLElement): boolean {
    this.hosts.put(element, this.group);
    return true;
  }

  override destroy(element: HTMLElement): void {
    this.hosts.remove(element);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const tint = (kind: string): Decoration => Decoration.line({ class: `mr-draft-tint mr-draft-${kind}` });

/** The decorations of a draft. Pure: of equal states they are equal. */
export function draftDecorations(
  doc: EditorView['state']['doc'],
  { blocks, groups, entered }: DraftState,
  hosts: PreviewHosts,
): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const replaced = new Map(groups.map((group) => [group.from, group]));
  for (const block of blocks) {
    const group = replaced.get(block.from);
    if (group !== undefined) {
      const sources = group.blocks.map(({ from, to }) => doc.sliceString(from, to));
      const widget = new PreviewWidget({ sources, kinds: group.blocks.map(({ kind }) => kind) }, hosts);
      builder.add(group.from, group.to, Decoration.replace({ widget, block: true }));
    } else if (!block.closed || block.from === entered?.from) {
      const last = Math.min(block.to, doc.length);
      for (let at = block.from; at <= last; at = doc.lineAt(at).to + 1)
        builder.add(doc.lineAt(at).from, doc.lineAt(at).from, tint(block.kind));
    }
  }
  return builder.finish();
}

/** Shows the previews and tints of a draft; while composing they are only moved. */
export function showDraft(hosts: PreviewHosts): Extension {
  return EditorView.decorations.compute([draftField, 'doc'], (state) =>
    draftDecorations(state.doc, state.field(draftField), hosts),
  );
}
