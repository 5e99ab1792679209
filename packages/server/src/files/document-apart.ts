import { sideJob } from '../side/side-job.ts';
import { JobError } from '../side/side-process.ts';
import type { DocumentText } from './document-parts.ts';
import type { documentText } from './document-text.ts';

/** A long book takes a few seconds. */
const DOCUMENT_MS = 20_000;

const readApart = sideJob<typeof documentText>('documentText');

/** The text of a document; undefined when it can't be read, takes too long or needs too much memory. */
export async function documentTextApart(
  bytes: Uint8Array,
  type: string,
  signal: AbortSignal,
): Promise<DocumentText | undefined> {
  try {
    return await readApart({ ms: DOCUMENT_MS, signal }, bytes, type);
  } catch (error) {
    if (error instanceof JobError) return undefined;
    throw error;
  }
}
