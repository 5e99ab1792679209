import type { Page } from '@playwright/test';

/** The ways of the caret to the end of the text, or to its beginning. */
export const CARET_WAYS: Readonly<Record<string, (page: Page, at: 'start' | 'end') => Promise<void>>> = {
  keys: (page, at) => page.keyboard.press(at === 'end' ? 'Control+End' : 'Control+Home'),
  async click(page, at) {
    const line = page.locator('.cm-line')[at === 'end' ? 'last' : 'first']();
    const { width, height } = (await line.boundingBox()) ?? { width: 0, height: 0 };
    await line.click({ position: { x: at === 'end' ? width - 6 : 2, y: height / 2 } });
  },
  selection: (page, at) =>
    page.locator('.cm-content').evaluate((content, place) => {
      const lines = content.querySelectorAll('.cm-line');
      const line = place === 'end' ? lines[lines.length - 1] : lines[0];
      if (line === undefined) return;
      getSelection()?.selectAllChildren(line);
      if (place === 'end') getSelection()?.collapseToEnd();
      else getSelection()?.collapseToStart();
    }, at),
};
