import type { Page } from '@playwright/test';

/** Texts of others: what people, models, tools and files say, and what is the same in every language. */
const OTHERS = [
  '[dir="auto"]',
  '[dir="ltr"]',
  'code, pre, kbd, output, iframe, style, script',
  '.mr-prose',
  '.cm-editor',
];

/** The words that are the same in every language, or come from the server, which speaks English. */
const NAMES = [
  ...['Millrace', 'English', 'Deutsch', 'TypeScript', 'MIT', '/api/openapi.json'],
  // The names of files, tables and arguments in the chats of the test.
  ...['src/app.ts', 'Churn by plan, Q3', 'A1'],
  ...['Channel', 'channel', 'Message', 'message', 'Project', 'project', 'Summary', 'summary'],
  ...['Command', 'command'],
  // The server's description of a mode, and its error.
  'Talks, answers questions, and uses tools where they help.',
  ...['Anthropic is rate-limiting this key', '429 after 3 tries. Try again in 240 s.'],
];

/** The texts of the page that are in no catalogue, and the boxes that do not hold their words. */
export function findFaults(page: Page, names: readonly string[] = []): Promise<string[]> {
  return page.evaluate(faultsHere, { others: OTHERS.join(','), names: [...NAMES, ...names] });
}

/** Runs in the page. */
function faultsHere({ others, names }: { others: string; names: readonly string[] }): string[] {
  const faults: string[] = [];
  const isOwn = (element: Element): boolean => element.closest(others) === null;
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: false });
  const rest = (text: string): string =>
    names.reduce(
      (left, name) => left.replaceAll(name, ''),
      text.replace(/⟦[^⟦⟧]*(?:⟦[^⟦⟧]*⟧[^⟦⟧]*)*⟧/gu, ''),
    );
  const tell = (what: string, element: Element, text: string): void => {
    faults.push(
      `${what}: “${text.trim().slice(0, 80)}” in <${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`,
    );
  };

  for (const element of document.querySelectorAll('body *')) {
    if (!isSeen(element) || !isOwn(element)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext']) {
      const text = element.getAttribute(name) ?? '';
      if (/\p{L}/u.test(rest(text))) tell(`${name} is in no catalogue`, element, text);
    }
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const text = own.map((node) => node.textContent ?? '').join('');
    if (text.trim() === '') continue;
    if (/\p{L}/u.test(rest(text))) tell('text is in no catalogue', element, text);
    if (element.closest('.mr-sr-only, .app-skip, option, [inert]') === null) look(element, text);
  }
  if (document.documentElement.scrollWidth > window.innerWidth)
    faults.push(`the page is ${document.documentElement.scrollWidth} px wide in ${window.innerWidth} px`);
  return [...new Set(faults)];

  /** Its words must be within its box, and its box within what can be scrolled to. */
  function look(element: Element, text: string): void {
    const range = document.createRange();
    range.selectNodeContents(element);
    const words = range.getBoundingClientRect();
    if (words.width === 0) return;
    for (let box: Element | null = element; box !== null; box = box.parentElement) {
      const { overflowX, textOverflow, display, position } = getComputedStyle(box);
      if (overflowX === 'auto' || overflowX === 'scroll') return;
      if (textOverflow === 'ellipsis' || position === 'fixed') return;
      const { left, right, width } = box.getBoundingClientRect();
      // Text for screen readers alone has a box of one pixel.
      if (width <= 1) return;
      const isBox = display !== 'inline' && display !== 'contents';
      if (isBox && (words.right > right + 1.5 || words.left < left - 1.5)) {
        tell(`words are wider than .${box.getAttribute('class') ?? box.tagName}`, element, text);
        return;
      }
    }
    if (words.right > window.innerWidth + 1 || words.left < -1)
      tell('words are off the screen', element, text);
  }
}
