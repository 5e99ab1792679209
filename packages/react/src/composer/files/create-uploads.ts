import { ApiError } from '../../client/api-error.ts';
import type { KeptFile, ShelfParts, ShelvedFile } from './file-shelf.ts';

/** A file on its way to the server. */
export interface Entry extends KeptFile {
  state: ShelvedFile['state'];
  /** The bytes that the server has. */
  sent: number;
  problem?: unknown;
  preview?: string | undefined;
  bytes?: KeptFile['bytes'];
  width?: number | undefined;
  height?: number | undefined;
  original?: KeptFile['original'];
  file?: KeptFile['file'];
  outline?: KeptFile['outline'];
  text?: KeptFile['text'];
  alt?: KeptFile['alt'];
  /** True for a picture that the person wants to send as it was. */
  readonly isAsItWas: boolean;
  readonly abort: AbortController;
}

export interface UploadParts extends Pick<ShelfParts, 'client' | 'prepare'> {
  readonly entries: () => readonly Entry[];
  /** The most bytes of a file. */
  readonly largest: () => number;
  /** Hears that an entry changed. */
  readonly onChange: () => void;
  /** Hears that it has something new to keep. */
  readonly onKeep: () => void;
  readonly onTooLarge: (entry: Entry) => void;
}

/** Sends files, some at a time. */
export interface Uploads {
  /** Takes up what waits. */
  pump(): void;
  /** Tries again what did not reach the server. */
  again(): void;
  start(): void;
  stop(): void;
}

/** More at once are not sooner there. */
const AT_ONCE = 2;
/** The pause before a server is tried again that was not reached. */
const AGAIN_MS = 3000;

export function createUploads(parts: UploadParts): Uploads {
  const { client, prepare, entries, largest, onChange, onKeep, onTooLarge } = parts;
  let working = 0;
  let isOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isGone = (entry: Entry): boolean => !entries().includes(entry);

  function pump(): void {
    while (isOpen && working < AT_ONCE) {
      const next = entries().find(({ state }) => state === 'waiting');
      if (next === undefined) break;
      next.state = 'preparing';
      working += 1;
      void work(next).finally(() => {
        working -= 1;
        onChange();
        pump();
      });
    }
    onChange();
  }

  /** Never rejects. */
  async function work(entry: Entry): Promise<void> {
    try {
      await makeReady(entry);
      if (isGone(entry)) return;
      const { id, name, type, bytes = new Blob(), width, height } = entry;
      if (bytes.size > largest()) return onTooLarge(entry);
      entry.state = 'uploading';
      entry.problem = undefined;
      onChange();
      const pixels = width !== undefined && height !== undefined ? { width, height } : {};
      const about = { name, type, ...pixels };
      const onProgress = (sent: number): void => {
        entry.sent = sent;
        onChange();
      };
      entry.file = await client.uploadFile(id, bytes, about, { signal: entry.abort.signal, onProgress });
      entry.state = 'ready';
      if (isGone(entry)) return;
      onKeep();
      void measure(entry);
    } catch (error) {
      if (!isGone(entry)) fail(entry, error);
    }
  }

  /** Asks how long a file is for a model. Without an answer it is just not told. */
  async function measure(entry: Entry): Promise<void> {
    const { file } = entry;
    if (file === undefined || file.type.startsWith('image/') || client.fileOutline === undefined) return;
    try {
      entry.outline = await client.fileOutline(file.id, entry.abort.signal);
    } catch {
      return;
    }
    if (isGone(entry)) return;
    onKeep();
    onChange();
  }

  async function makeReady(entry: Entry): Promise<void> {
    const { bytes } = entry;
    if (bytes === undefined || entry.isAsItWas || entry.width !== undefined) return;
    const picture = await prepare(bytes);
    if (picture === undefined || isGone(entry)) return;
    Object.assign(entry, { ...picture, original: bytes });
    entry.preview ??= URL.createObjectURL(picture.bytes);
    onKeep();
  }

  function fail(entry: Entry, error: unknown): void {
    entry.problem = error;
    entry.state = 'failed';
    if (isLater(error)) timer ??= setTimeout(again, AGAIN_MS);
  }

  function again(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const entry of entries())
      if (entry.state === 'failed' && isLater(entry.problem)) entry.state = 'waiting';
    pump();
  }

  return {
    pump,
    again,
    start() {
      isOpen = true;
    },
    stop() {
      isOpen = false;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** A server that was not reached, or is asked too often, takes it later. */
const isLater = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429);
