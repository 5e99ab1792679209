import type { PastePayload } from '@millrace/engine/paste';

/** A clipboard as it was read in its event: it is empty afterwards. */
export interface Clipboard {
  readonly payload: PastePayload;
  readonly files: readonly File[];
  /** Its plain text; empty when it has none. */
  readonly plain: string;
  /** The number of characters of all its texts. */
  readonly size: number;
}

/** The parts of a `DataTransfer` that are read. */
export type ClipboardSource = Pick<DataTransfer, 'types' | 'getData'> & { readonly files: Iterable<File> };

/** Reads all texts and files of a clipboard. */
export function readClipboard(data: ClipboardSource): Clipboard {
  const files = [...data.files];
  const types: Record<string, string> = {};
  let size = 0;
  for (const type of data.types) {
    if (type === 'Files') continue;
    const text = data.getData(type);
    types[type] = text;
    size += text.length;
  }
  return {
    payload: { types, files: files.map(({ name, type, size: bytes }) => ({ name, type, size: bytes })) },
    files,
    plain: types['text/plain'] ?? '',
    size,
  };
}
