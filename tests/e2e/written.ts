import { expect, type Locator } from '@playwright/test';

/** The text in the field for messages: of the text area, or of the editor that takes its place. Previews are left out. */
export function written(box: Locator): Promise<string> {
  return box.evaluate((element) => {
    if (element instanceof HTMLTextAreaElement) return element.value;
    const lines = [...element.querySelectorAll('.cm-line')];
    return lines
      .map((line) => (line.querySelector('.cm-placeholder') ? '' : (line.textContent ?? '')))
      .join('\n');
  });
}

/** Waits until the field has a text. */
export async function expectWritten(box: Locator, text: string | RegExp): Promise<void> {
  const poll = expect.poll(() => written(box));
  await (typeof text === 'string' ? poll.toBe(text) : poll.toMatch(text));
}
