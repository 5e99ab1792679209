import { SidePool, sideJob } from '../../side/side-job.ts';
import type { printPage, ReadablePage } from './print-page.ts';

const TIME_MS = 5_000;

// A separate one: a page that takes forever makes nobody else wait.
const printPageApart = sideJob<typeof printPage>('printPage', new SidePool(1));

/**
 * The readable part of a page, as Markdown, with whole addresses. It is made in a side process, which is ended after five
 * seconds. Rejects with what is wrong, or when the signal does.
 */
export async function readablePage(html: string, url: string, signal: AbortSignal): Promise<ReadablePage> {
  try {
    return await printPageApart({ ms: TIME_MS, signal }, html, url);
  } catch (cause) {
    signal.throwIfAborted();
    throw new Error("This page can't be read: it is too large or too deeply nested.", { cause });
  }
}
