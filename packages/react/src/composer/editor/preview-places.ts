import type { EditorView } from '@codemirror/view';
import type { DraftBlock } from '@millrace/engine/document';
import { draftField } from './draft/draft-field.ts';
import type { PreviewGroup } from './draft/preview-groups.ts';
import type { PreviewHosts } from './preview-hosts.ts';

/** An element that previews are drawn in, and the place of one of them there. */
export interface PreviewPlace {
  readonly element: HTMLElement;
  readonly place: number;
}

/** The previews that an element stands for, where they are now. */
export function groupAt(view: EditorView, element: HTMLElement): PreviewGroup | undefined {
  const at = element.isConnected ? view.posAtDOM(element) : -1;
  return view.state.field(draftField).groups.find(({ from, to }) => from <= at && at <= to);
}

/** The element that a block is drawn in; undefined while it is out of sight. */
export function placeOf(view: EditorView, hosts: PreviewHosts, block: DraftBlock): PreviewPlace | undefined {
  for (const element of hosts.all().keys()) {
    const place = groupAt(view, element)?.blocks.findIndex(({ from }) => from === block.from) ?? -1;
    if (place >= 0) return { element, place };
  }
  return undefined;
}

/** The element of one preview. */
export function itemAt({ element, place }: PreviewPlace): HTMLElement | undefined {
  return element.querySelectorAll<HTMLElement>('.mr-embeds-item')[place];
}

/** Opens the menu of a preview, as a right click on its corner does. */
export function openMenu(item: HTMLElement | undefined): boolean {
  const target = item?.firstElementChild;
  if (target == null) return false;
  const { left, top } = target.getBoundingClientRect();
  const at = { clientX: left + 8, clientY: top + 8 };
  target.dispatchEvent(new MouseEvent('contextmenu', { ...at, bubbles: true, cancelable: true }));
  return true;
}
