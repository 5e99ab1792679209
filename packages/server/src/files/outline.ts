import type { FileOutline, MessageFile } from '@millrace/engine/run';
import { documentTextApart } from './document-apart.ts';
import type { DocumentText } from './document-parts.ts';
import { isDocument } from './document-text.ts';

/** About as many characters are one token. */
const CHARACTERS = 4;

/** The length of a file for a model. What can't be read has none. */
export async function outlineOf(
  { type, size }: Pick<MessageFile, 'type' | 'size'>,
  read: () => Promise<Uint8Array>,
  signal: AbortSignal,
): Promise<FileOutline> {
  if (type.startsWith('text/')) return { unit: 'text', tokens: [Math.ceil(size / CHARACTERS)], count: 1 };
  if (!isDocument(type)) return NOTHING;
  const document = await documentTextApart(await read(), type, signal);
  return document === undefined ? NOTHING : lengths(document);
}

const NOTHING: FileOutline = { unit: 'none', tokens: [], count: 0 };

const lengths = ({ unit, parts, count }: DocumentText): FileOutline => ({
  unit,
  tokens: parts.map(({ text }) => Math.ceil(text.length / CHARACTERS)),
  count,
});
