import type { CDPSession, Page } from '@playwright/test';

/** An input method as Chromium gets it from the system. */
export interface InputMethod {
  /** Shows a text that is being composed, with the caret at its end. */
  show(text: string): Promise<void>;
  /** A key that the input method takes for itself. */
  press(key: string): Promise<void>;
  /** Ends the composition with a text. */
  commit(text: string): Promise<void>;
}

export async function inputMethod(page: Page): Promise<InputMethod> {
  const session: CDPSession = await page.context().newCDPSession(page);
  return {
    async show(text) {
      const at = text.length;
      await session.send('Input.imeSetComposition', { text, selectionStart: at, selectionEnd: at });
    },
    async press(key) {
      await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: 229 });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode: 229 });
    },
    async commit(text) {
      await session.send('Input.insertText', { text });
    },
  };
}
