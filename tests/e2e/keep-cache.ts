import type { BrowserContext } from '@playwright/test';

/** The window's other end, which is in this process, too: Playwright has no option for what is done to it between two tests. */
interface OtherEnd {
  clearCache?: () => Promise<void>;
}
interface Connection {
  readonly toImpl?: (object: object) => OtherEnd | undefined;
}

/** Lets the window that the tests of a worker share keep the page's files from one test to the next, and with them their compiled code:
 * to load and compile some thirty files anew took a tenth of all time. They are named by a hash of what is in them, so none can be
 * old. Cookies, storage and all else are still emptied. Does nothing where the other end is not to be had. */
export function keepCache(context: BrowserContext): void {
  const connection = Reflect.get(context, '_connection') as Connection | undefined;
  const end = connection?.toImpl?.(context);
  if (end?.clearCache !== undefined) end.clearCache = async () => {};
}
