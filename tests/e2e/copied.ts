import type { Page } from '@playwright/test';

/** Selects from one text to another, copies, and gives what is on the clipboard. */
export async function copied(page: Page, from: string, to: string): Promise<Record<string, string>> {
  return page.evaluate(
    ([start = '', end = '']) => {
      const root = document.querySelector('[role=log]');
      if (root === null) throw new Error('There is no transcript.');
      const find = (words: string): readonly [Node, number] => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const at = node.textContent?.indexOf(words) ?? -1;
          if (at >= 0) return [node, at];
        }
        throw new Error(`There is no ${words}.`);
      };
      const [first, at] = find(start);
      const [last, before] = find(end);
      getSelection()?.setBaseAndExtent(first, at, last, before + end.length);
      const data = new DataTransfer();
      const event = new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true });
      (last.parentElement ?? root).dispatchEvent(event);
      return Object.fromEntries(data.types.map((type) => [type, data.getData(type)]));
    },
    [from, to],
  );
}
