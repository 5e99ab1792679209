import type { FeedbackImage } from '@millrace/engine/approval';
import type { MessageFile, MessageRecord } from '@millrace/engine/run';
import { documentTextApart } from '../../files/document-apart.ts';
import type { DocumentText } from '../../files/document-parts.ts';
import { isDocument } from '../../files/document-text.ts';
import { pictureSize } from '../../files/picture-size.ts';
import { printDocument } from '../../files/print-document.ts';
import { DamagedFile, filePieces } from '../../files/stored-file.ts';
import type { FileKind, Model, ModelBlock } from '../../models/adapter/model.ts';
import type { FileStore } from '../../store/file-store.ts';
import { fileHead, fileNote, partOf } from './file-words.ts';
import { askedFor, type ReadFiles } from './history.ts';

/** Providers refuse a picture that is larger; as base64 it has 5 MB. */
const LARGEST_PICTURE = 3_700_000;
/** Providers refuse a picture with a longer side, in dots. */
const LONGEST_SIDE = 8000;
/** Providers refuse a request that is larger, of which a third is base64. */
const MOST_BYTES = 20_000_000;
/** The most characters of the text of one file, and of all of them for each token of the window. */
const LONGEST_TEXT = 400_000;
/** A character has at most four bytes. */
const MOST_TEXT_BYTES = LONGEST_TEXT * 4;
const CHARACTERS_FOR_TOKEN = 2;

const PICTURES: ReadonlySet<string> = new Set<FeedbackImage['media_type']>([
  ...(['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const),
]);

const isPicture = (type: string): type is FeedbackImage['media_type'] => PICTURES.has(type);

export interface FileReader {
  /** The blocks of all files that these messages have, for a model. */
  read(records: readonly MessageRecord[], model: Model): Promise<ReadFiles>;
}

/** Reads files for models. What was read is kept for as long as the reader is: a run asks its model many times. */
export function createFileReader(
  store: Pick<FileStore, 'findFile' | 'readPiece'>,
  signal: AbortSignal,
): FileReader {
  const texts = new Map<string, Promise<string>>();
  const documents = new Map<string, Promise<DocumentText | undefined>>();
  const bytes = new Map<string, Promise<Buffer | undefined>>();

  /** The first bytes of a file; undefined when it is gone or damaged. */
  async function firstBytes(id: string, most = Number.POSITIVE_INFINITY): Promise<Buffer | undefined> {
    const read: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const piece of filePieces(store, id)) {
        signal.throwIfAborted();
        read.push(piece);
        length += piece.length;
        if (length >= most) break;
      }
    } catch (error) {
      if (error instanceof DamagedFile) return undefined;
      throw error;
    }
    return read.length === 0 ? undefined : Buffer.concat(read);
  }

  // A file of text may be much longer than what a model reads of it, and a PDF than its text.
  const bytesOf = kept(bytes, (id) => firstBytes(id));
  const textOf = kept(texts, async (id) => (await firstBytes(id, MOST_TEXT_BYTES))?.toString('utf8') ?? '');
  const documentOf = async ({ id, type }: MessageFile): Promise<DocumentText | undefined> =>
    kept(documents, async () => {
      const read = await firstBytes(id);
      return read && documentTextApart(read, type, signal);
    })(id);

  /** A file in words, as far as it has some. */
  async function inWords(file: MessageFile, longest: number): Promise<string> {
    const { id, type } = file;
    const isText = type.startsWith('text/');
    if (!isText && !isDocument(type)) return fileNote(file, UNREADABLE);
    const document = isText ? undefined : await documentOf(file);
    if (!isText && document === undefined) return fileNote(file, BROKEN);
    const whole = document === undefined ? await textOf(id) : printDocument(document, file.text);
    if (whole.trim() === '') return fileNote(file, isText ? EMPTY : SCANNED);
    const text = whole.slice(0, longest);
    const isCut = text.length < whole.length || (isText && file.size > MOST_TEXT_BYTES);
    const cut = isCut ? '\n[The rest is left out here: the file is too long.]' : '';
    return `${fileHead(file, partOf(file))}\n<file>\n${text}\n</file>${cut}`;
  }

  return {
    async read(records, model) {
      const files = records.flatMap((record) => record.files ?? []);
      const reads: readonly FileKind[] = model.reads ?? [];
      const blocks = new Map<string, readonly ModelBlock[]>();
      let room = MOST_BYTES;
      let letters = Math.min(LONGEST_TEXT, (model.contextWindow ?? LONGEST_TEXT) * CHARACTERS_FOR_TOKEN);
      // The newest come first: what has no room is older.
      for (const file of files.toReversed()) {
        if (blocks.has(askedFor(file))) continue;
        const { id, name, type, size } = file;
        const key = askedFor(file);
        const say = (text: string) => blocks.set(key, [{ type: 'text', text }]);
        const asPicture = type.startsWith('image/');
        const asPdf = type === 'application/pdf' && file.text === undefined && reads.includes('pdf');
        if (asPicture && !reads.includes('image')) say(fileNote(file, BLIND));
        else if (asPicture && !isPicture(type)) say(fileNote(file, OTHER_PICTURE));
        else if (asPicture && size > LARGEST_PICTURE) say(fileNote(file, LARGE_PICTURE));
        else if ((asPicture || asPdf) && size > room) say(fileNote(file, NO_ROOM));
        else if (asPicture || asPdf) {
          const data = await bytesOf(id);
          const dots = data && asPicture ? pictureSize(data) : undefined;
          if (data === undefined || (dots && Math.max(dots.width, dots.height) > LONGEST_SIDE)) {
            say(fileNote(file, data === undefined ? GONE : LARGE_PICTURE));
            continue;
          }
          room -= size;
          const head = { type: 'text', text: fileHead(file) } as const;
          blocks.set(key, [
            head,
            asPdf
              ? { type: 'document', name, media_type: 'application/pdf', data: data.toString('base64') }
              : {
                  type: 'image',
                  media_type: type as FeedbackImage['media_type'],
                  data: data.toString('base64'),
                },
          ]);
        } else {
          const text = letters > 0 ? await inWords(file, letters) : fileNote(file, NO_ROOM);
          letters -= text.length;
          say(text);
        }
      }
      return blocks;
    },
  };
}

const BLIND =
  "You can't see pictures. If the answer depends on it, say that this model does not see pictures and that another one can be chosen.";
const OTHER_PICTURE =
  "You can't see pictures of this kind. Ask for a PNG or a JPEG if the answer depends on it.";
const LARGE_PICTURE =
  'It is too large to be shown to you. Ask for a smaller one if the answer depends on it.';
const NO_ROOM =
  'It is left out because newer files take the room. Ask for it again if the answer depends on it.';
const GONE = 'Its content was damaged and can not be read. Ask for it again if the answer depends on it.';
const SCANNED =
  'It has no text that can be read; its pages may be pictures. Say so if the answer depends on it.';
const BROKEN =
  'It could not be read: it is broken, or takes too long. Ask for it in another form if the answer depends on it.';
const EMPTY = 'It is empty, or was damaged.';
const UNREADABLE = "Its content can't be read here. Say so if the answer depends on it.";

/** A function whose results are kept by id; a failure is tried again. */
function kept<T>(
  known: Map<string, Promise<T>>,
  make: (id: string) => Promise<T>,
): (id: string) => Promise<T> {
  return (id) => {
    const old = known.get(id);
    if (old !== undefined) return old;
    const made = make(id);
    known.set(id, made);
    made.catch(() => known.delete(id));
    return made;
  };
}
