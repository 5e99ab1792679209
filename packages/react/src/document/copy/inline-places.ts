/** Elements that are drawn in a text but are not part of it: numbers of sources, and hosts behind links. */
const ADDED = '.mr-cite, .mr-link-host';

/** An element that is one inline, however much is drawn for it: a formula, a picture, a break. */
const ONE = '[data-one]';

/** From where to where a selection goes in inline content, counted as `cutInline` does. An inline that is covered in part is covered. */
export function inlinePlaces(element: Element, range: Range): { readonly from: number; readonly to: number } {
  const [before, upTo] = [document.createRange(), document.createRange()];
  for (const part of [before, upTo]) part.selectNodeContents(element);
  if (element.contains(range.startContainer)) {
    const one = oneAround(range.startContainer);
    if (one === null) before.setEnd(range.startContainer, range.startOffset);
    else before.setEndBefore(one);
  } else before.collapse(true);
  if (element.contains(range.endContainer)) {
    const one = oneAround(range.endContainer);
    if (one === null) upTo.setEnd(range.endContainer, range.endOffset);
    else upTo.setEndAfter(one);
  }
  return { from: lengthIn(before), to: lengthIn(upTo) };
}

function oneAround(node: Node): Element | null {
  return (node instanceof Element ? node : node.parentElement)?.closest(ONE) ?? null;
}

function lengthIn(range: Range): number {
  const drawn = range.cloneContents();
  for (const added of drawn.querySelectorAll(ADDED)) added.remove();
  for (const one of drawn.querySelectorAll(ONE)) one.replaceWith('\uFFFC');
  return drawn.textContent?.length ?? 0;
}
