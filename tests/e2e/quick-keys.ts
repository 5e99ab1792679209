import type { Page } from '@playwright/test';

const CODES: Readonly<Record<string, number>> = {
  ...{ Backspace: 8, Enter: 13, Escape: 27, End: 35, Home: 36 },
  ...{ ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Delete: 46, F10: 121 },
};
const MODIFIERS: Readonly<Record<string, number>> = { Control: 2, Shift: 8 };

/** Presses keys as fast as they can be sent: no key waits until the page is done with the one before. */
export async function quickKeys(page: Page, keys: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const sent = keys.flatMap((pressed) => {
    const parts = pressed.split('+');
    const key = parts.pop() ?? '';
    const modifiers = parts.reduce((sum, name) => sum + (MODIFIERS[name] ?? 0), 0);
    const isSign = key.length === 1;
    // The codes of other signs are those of other keys.
    const code = /^[a-z0-9]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : (CODES[key] ?? 0);
    const given = { key, modifiers, windowsVirtualKeyCode: code };
    const text = isSign && modifiers === 0 ? key : key === 'Enter' ? '\r' : undefined;
    return [
      session.send('Input.dispatchKeyEvent', {
        ...{ ...given, type: text === undefined ? 'rawKeyDown' : 'keyDown' },
        ...(text !== undefined && { text }),
      }),
      session.send('Input.dispatchKeyEvent', { ...given, type: 'keyUp' }),
    ];
  });
  await Promise.all(sent);
  await session.detach();
}

/** Writes a text in the same way; a break is Shift+Enter. */
export function quickText(page: Page, text: string): Promise<void> {
  return quickKeys(
    page,
    [...text].map((sign) => (sign === '\n' ? 'Shift+Enter' : sign)),
  );
}
