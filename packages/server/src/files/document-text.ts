import { archiveText } from './archive-text.ts';
import type { DocumentText } from './document-parts.ts';
import { docxText } from './docx-text.ts';
import { pdfText } from './pdf-text.ts';
import { pptxText } from './pptx-text.ts';
import { xlsxText } from './xlsx-text.ts';

type ReadDocument = (bytes: Uint8Array) => DocumentText | Promise<DocumentText>;

const OFFICE = 'application/vnd.openxmlformats-officedocument.';

/** The readers of documents by their types. */
const READERS: Readonly<Record<string, ReadDocument>> = {
  'application/pdf': pdfText,
  [`${OFFICE}wordprocessingml.document`]: docxText,
  [`${OFFICE}spreadsheetml.sheet`]: xlsxText,
  [`${OFFICE}presentationml.presentation`]: pptxText,
  'application/zip': archiveText,
  'application/x-tar': archiveText,
  'application/gzip': archiveText,
};

/** Tells whether a file of this type has a reader. Pure. */
export const isDocument = (type: string): boolean => Object.hasOwn(READERS, type);

/** Reads a document. Throws when its bytes are none of that type. */
export async function documentText(bytes: Uint8Array, type: string): Promise<DocumentText> {
  const read = READERS[type];
  if (read === undefined) throw new Error(`There is no reader for ${type}.`);
  return await read(bytes);
}
