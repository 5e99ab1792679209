/** The name of the highlight that marks the words that a search found. */
const FOUND = 'mr-found';

/** Marks the first place of a message that has these words, or the first of them; gives its element. Undefined when it shows none. */
export function markWords(message: HTMLElement, words: string): HTMLElement | undefined {
  const wanted = words.trim().toLocaleLowerCase();
  const range = rangeOf(message, wanted) ?? rangeOf(message, wanted.split(/\s+/)[0] ?? '');
  // Not every browser can mark a text without changing it.
  if (range !== undefined && 'highlights' in CSS) CSS.highlights.set(FOUND, new Highlight(range));
  return range?.startContainer.parentElement ?? undefined;
}

function rangeOf(message: HTMLElement, wanted: string): Range | undefined {
  if (wanted === '') return undefined;
  const texts = document.createTreeWalker(message, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const at = (node.nodeValue ?? '').toLocaleLowerCase().indexOf(wanted);
    // Words for screen readers alone are not where somebody looks.
    if (at < 0 || node.parentElement?.closest('.mr-sr-only') || !node.parentElement?.checkVisibility())
      continue;
    const range = document.createRange();
    const end = (node.nodeValue ?? '').length;
    range.setStart(node, Math.min(at, end));
    range.setEnd(node, Math.min(at + wanted.length, end));
    return range;
  }
  return undefined;
}
