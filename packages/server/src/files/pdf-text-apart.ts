import { sideJob } from '../side/side-job.ts';
import { JobError } from '../side/side-process.ts';
import type { pdfText } from './pdf-text.ts';

/** A long book takes a few seconds. */
const PDF_MS = 20_000;

const readApart = sideJob<typeof pdfText>('pdfText');

/** The text of a PDF, page by page; empty when it can't be read, takes too long or needs too much memory. */
export async function pdfTextApart(bytes: Uint8Array, signal: AbortSignal): Promise<string> {
  try {
    return await readApart({ ms: PDF_MS, signal }, bytes);
  } catch (error) {
    if (error instanceof JobError) return '';
    throw error;
  }
}
