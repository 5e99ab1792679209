import { type FileOutline, LARGEST_FILE, type MessageFile, MOST_FILES } from '@millrace/engine/run';
import type { Client } from '../../client/create-client.ts';
import { createState } from '../../client/create-state.ts';
import { createUploads, type Entry } from './create-uploads.ts';
import type { preparePicture } from './prepare-picture.ts';

/** A file that is to be sent with the next message. */
export interface ShelvedFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly state: 'waiting' | 'preparing' | 'uploading' | 'ready' | 'failed';
  /** How many bytes the server has. */
  readonly sent: number;
  /** The reason why it was not taken, or not yet. */
  readonly problem?: unknown;
  /** The address of a picture in the page's own memory. */
  readonly preview?: string | undefined;
  /** The bytes of the picture as it was, where another one is sent. */
  readonly original?: number;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** The length of its parts, once it is known. */
  readonly outline?: FileOutline | undefined;
  /** The chosen part, as `MessageFile` has it. */
  readonly text?: string | undefined;
  /** The person's words for what it shows. */
  readonly alt?: string | undefined;
}

/** The reason why a file was left out. */
export type FileRefusal =
  | { readonly type: 'tooLarge'; readonly name: string; readonly size: number; readonly largest: number }
  | { readonly type: 'tooMany'; readonly most: number }
  | { readonly type: 'empty'; readonly name: string }
  | { readonly type: 'notKept' };

/** The files of the next message. */
export interface ShelfState {
  readonly files: readonly ShelvedFile[];
  /** The reasons why the last ones that were added are not all there. */
  readonly refused: readonly FileRefusal[];
  /** The most bytes of a file. */
  readonly largest: number;
}

/** A file as it is kept over a reload. */
export interface KeptFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly bytes?: Blob | undefined;
  readonly original?: Blob | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly file?: MessageFile | undefined;
  readonly outline?: FileOutline | undefined;
  readonly text?: string | undefined;
  readonly alt?: string | undefined;
}

/** Keeps the files of a draft. */
export interface FileKeeper {
  read(): Promise<readonly KeptFile[]>;
  /** False when there is no room. */
  write(files: readonly KeptFile[]): Promise<boolean>;
}

/** Files on their way to the server. */
export interface FileShelf {
  getState(): ShelfState;
  subscribe(listener: () => void): () => void;
  add(files: readonly File[]): void;
  remove(id: string): void;
  /** Tries again what failed. */
  retry(id: string): void;
  /** Sends a picture as it was. */
  sendOriginal(id: string): void;
  /** Chooses the part of it that a model gets, or says what it shows. What is not named stays. */
  choose(id: string, choice: { readonly text?: string | undefined; readonly alt?: string }): void;
  /** Moves a file one place earlier or later. */
  move(id: string, step: 1 | -1): void;
  /** The files for a message; undefined while one of them is not there. */
  ready(): readonly MessageFile[] | undefined;
  /** A message has taken them. */
  clear(): void;
  /** A message that was not sent gives its files back. */
  putBack(files: readonly MessageFile[]): void;
  /** Keeps them again, as when the draft has another name now. */
  keep(): void;
  /** Goes on with what is kept, until the returned function is called. */
  open(): () => void;
}

/** The parts of `createFileShelf`: `prepare` makes a picture ready, and may be `preparePicture`. */
export interface ShelfParts {
  readonly client: Pick<Client, 'uploadFile' | 'dropFile' | 'fileLimits'> &
    Partial<Pick<Client, 'fileOutline'>>;
  readonly keeper: FileKeeper;
  readonly prepare: typeof preparePicture;
}

const isDrawn = (type: string): boolean => /^image\/(png|jpeg|gif|webp|avif)$/.test(type);

/** The shelf of a draft: files that are added are prepared, sent and kept, until a message takes them. */
export function createFileShelf({ client, keeper, prepare }: ShelfParts): FileShelf {
  let entries: readonly Entry[] = [];
  let refused: readonly FileRefusal[] = [];
  let largest = LARGEST_FILE;
  const state = createState<ShelfState>({ files: [], refused, largest });
  const show = (): void => state.set({ files: entries.map(shown), refused, largest });
  const uploads = createUploads({
    ...{ client, prepare, entries: () => entries, largest: () => largest, onChange: show, onKeep: keep },
    onTooLarge(entry) {
      refused = [...refused, { type: 'tooLarge', name: entry.name, size: entry.bytes?.size ?? 0, largest }];
      change(entries.filter((each) => each !== entry));
    },
  });

  function change(next: readonly Entry[]): void {
    for (const entry of entries) if (!next.includes(entry)) leave(entry);
    entries = next;
    uploads.pump();
    keep();
  }

  function keep(): void {
    void keeper.write(entries.map(kept)).then((isKept) => {
      if (isKept || refused.some(({ type }) => type === 'notKept')) return;
      refused = [...refused, { type: 'notKept' }];
      show();
    });
  }

  /** The files of these that fit; why the others do not is told. */
  function fitting(files: readonly File[]): Entry[] {
    refused = [];
    const added: Entry[] = [];
    for (const file of files) {
      const name = oneLine(file.name || nameOf(file.type));
      const { size, type } = file;
      // A picture may become smaller before it is sent.
      const isLarge = size > largest && !isDrawn(type);
      const isMore = entries.length + added.length >= MOST_FILES;
      if (size === 0) refused = [...refused, { type: 'empty', name }];
      else if (isLarge) refused = [...refused, { type: 'tooLarge', name, size, largest }];
      else if (isMore) {
        refused = [...refused, { type: 'tooMany', most: MOST_FILES }];
        break;
      } else added.push(entryOf({ id: crypto.randomUUID(), name, type, bytes: file }));
    }
    return added;
  }

  const replace = (id: string, make: (entry: Entry) => Entry): void =>
    change(entries.map((entry) => (entry.id === id ? make(entry) : entry)));
  const drop = (id: string): void => {
    // The server forgets the rest after a week.
    client.dropFile(id).catch(() => {});
  };

  return {
    getState: state.get,
    subscribe: state.subscribe,
    add: (files) => change([...entries, ...fitting(files)]),
    remove(id) {
      refused = [];
      change(entries.filter((entry) => entry.id !== id));
      drop(id);
    },
    retry: (id) => replace(id, (entry) => entryOf(kept(entry))),
    sendOriginal(id) {
      const { name, type, original } = entries.find((entry) => entry.id === id) ?? {};
      if (name === undefined || type === undefined || original === undefined) return;
      replace(id, () => entryOf({ id: crypto.randomUUID(), name, type, bytes: original }, true));
      drop(id);
    },
    choose(id, choice) {
      for (const entry of entries) if (entry.id === id) Object.assign(entry, choice);
      keep();
      show();
    },
    move: (id, step) => change(moved(entries, id, step)),
    ready: () => filesOf(entries),
    clear() {
      refused = [];
      change([]);
    },
    putBack: (files) =>
      change([
        ...files.map((file) => {
          const { id, name, type, text, alt } = file;
          return entryOf({ id, name, type, file, text, alt });
        }),
        ...entries,
      ]),
    keep,
    open() {
      uploads.start();
      let isOpen = true;
      void keeper.read().then((files) => {
        if (!isOpen) return;
        const known = new Set(entries.map(({ id }) => id));
        entries = [...files.filter(({ id }) => !known.has(id)).map((file) => entryOf(file)), ...entries];
        uploads.pump();
      });
      client.fileLimits().then(
        (limits) => {
          largest = limits.largest;
          show();
        },
        // The usual limit holds until the server says another one.
        () => {},
      );
      globalThis.addEventListener?.('online', uploads.again);
      return () => {
        isOpen = false;
        uploads.stop();
        globalThis.removeEventListener?.('online', uploads.again);
        entries.forEach(leave);
        entries = [];
      };
    },
  };
}

/** The same with one of them a place earlier or later, where there is one. Pure. */
function moved(entries: readonly Entry[], id: string, step: 1 | -1): readonly Entry[] {
  const at = entries.findIndex((entry) => entry.id === id);
  const [entry, other] = [entries[at], entries[at + step]];
  if (entry === undefined || other === undefined) return entries;
  return entries.map((each) => (each === entry ? other : each === other ? entry : each));
}

/** The files of a message, with what the person chose; undefined while one of them is not there. Pure. */
function filesOf(entries: readonly Entry[]): readonly MessageFile[] | undefined {
  const files = entries.flatMap(({ file, text, alt = '' }) =>
    file === undefined
      ? []
      : [{ ...file, ...(text !== undefined && { text }), ...(alt.trim() !== '' && { alt: alt.trim() }) }],
  );
  return files.length === entries.length ? files : undefined;
}

const SHOWN_AT_ONCE = 1024 * 1024;

function entryOf(file: KeptFile, isAsItWas = false): Entry {
  const { bytes, type } = file;
  // A large picture is shown when it was made smaller: twenty of them would take a gigabyte.
  const isShown = file.width !== undefined || (bytes?.size ?? 0) < SHOWN_AT_ONCE;
  const preview = bytes !== undefined && isDrawn(type) && isShown ? URL.createObjectURL(bytes) : undefined;
  const state = file.file === undefined ? 'waiting' : 'ready';
  return { ...file, state, sent: 0, preview, isAsItWas, abort: new AbortController() };
}

/** Ends what is done for an entry. */
function leave({ abort, preview }: Entry): void {
  abort.abort();
  if (preview !== undefined) URL.revokeObjectURL(preview);
}

function shown(entry: Entry): ShelvedFile {
  const { id, name, bytes, file, state, sent, problem, preview, original, outline, text, alt } = entry;
  const { type, width, height } = { ...entry, ...file };
  return {
    ...{ id, name, type, state, sent, width, height, outline, text, alt },
    size: file?.size ?? bytes?.size ?? 0,
    ...(problem !== undefined && state !== 'ready' && { problem }),
    ...(preview !== undefined && { preview }),
    ...(original !== undefined && { original: original.size }),
  };
}

const kept = ({ id, name, type, bytes, original, width, height, ...more }: Entry): KeptFile => {
  const { file, outline, text, alt } = more;
  return { id, name, type, bytes, original, width, height, file, outline, text, alt };
};

/** The name of a picture from a clipboard, which has none. */
const nameOf = (type: string): string => `file.${/^\w+\/(\w+)/.exec(type)?.[1] ?? 'bin'}`;

/** A name as the server takes it. */
const oneLine = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(-255) || 'file';
