import * as z from 'zod/mini';
import { id, line } from './id-schema.ts';

// The files of messages. They travel in pieces, so that an upload goes on where it was cut.

/** The bytes of each piece of a file but the last. */
export const FILE_PIECE = 512 * 1024;
/** The most bytes of a file, unless the server says another number. */
export const LARGEST_FILE = 25 * 1024 * 1024;
/** The most bytes of all files of an account, unless the server says another number. */
export const ALL_FILES = 5 * 1024 * 1024 * 1024;
/** The most files of one message. */
export const MOST_FILES = 20;

const pixels = z.optional(z.int().check(z.minimum(1), z.maximum(100_000)));
const about = {
  name: line(255),
  /** The type that the device knows; the server looks at the bytes itself. */
  type: z.string().check(z.maxLength(200)),
  size: z.int().check(z.minimum(1, 'must not be empty')),
  width: pixels,
  height: pixels,
};

/** The schema of `NewFileRequest`. */
export const newFileRequest = z.strictObject(about);
/** A file that is about to be sent. */
export type NewFileRequest = z.infer<typeof newFileRequest>;

/** The state of an upload. */
export interface FileProgress {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  /** The bytes of each piece but the last. */
  readonly piece: number;
  /** The number of pieces that are there, and that of the next one. */
  readonly pieces: number;
  /** The facts of the file, once it is whole. */
  readonly file?: MessageFile;
}

/** A file of a message. Its bytes are at `GET /api/files/:id`. */
export interface MessageFile {
  readonly id: string;
  readonly name: string;
  /** A media type by the bytes of the file, and not by its name alone. */
  readonly type: string;
  readonly size: number;
  readonly width?: number;
  readonly height?: number;
  /** The person's words for what a picture shows. */
  readonly alt?: string;
  /** The part of a document that a model gets, as text: `all`, or pages such as `1-3,7`. Without it a model gets what it reads best. */
  readonly text?: string;
}

/** The length of a file for a model, before it is sent. */
export interface FileOutline {
  readonly unit: 'page' | 'sheet' | 'slide' | 'text' | 'archive' | 'none';
  /** About how many tokens the text of each part has. */
  readonly tokens: readonly number[];
  /** The number of all parts, also of those that are too many to be read. */
  readonly count: number;
}

/** The sheets of a workbook, as far as they are read. */
export interface FileSheets {
  readonly sheets: readonly { readonly name: string; readonly rows: readonly (readonly string[])[] }[];
  readonly is_cut: boolean;
}

/** The limits for files, and how much of them is used, in bytes. */
export interface FileLimits {
  readonly largest: number;
  readonly all: number;
  readonly used: number;
  readonly most: number;
}

/** The pages of a choice, such as `1-3,7`; undefined for all of them. Pure. */
export function chosenPages(text: string): ((page: number) => boolean) | undefined {
  if (text === 'all') return undefined;
  const ranges = text.split(',').map((part) => part.split('-').map(Number));
  return (page) => ranges.some(([from = 0, to = from]) => page >= from && page <= to);
}

const PAGES = /^(all|\d{1,6}(-\d{1,6})?(,\d{1,6}(-\d{1,6})?)*)$/;
const choice = z.string().check(z.maxLength(200), z.regex(PAGES, 'must be "all", or pages such as "1-3,7"'));

/** A file to send with a message. */
export const sentFile = z.strictObject({ id, alt: z.optional(line(1000)), text: z.optional(choice) });
/** The files to send with a message. */
export const sentFiles = z.array(sentFile).check(z.maxLength(MOST_FILES, `can be ${MOST_FILES} at most`));
/** A file to send with a message: an upload that is whole, or a file of the same chat. */
export type SentFile = z.infer<typeof sentFile>;

const path = z.string().check(z.minLength(1), z.maxLength(4096));
const inProject = { path, project_id: z.optional(id) };
/** The schema of `ToWorkspaceRequest`. */
export const toWorkspaceRequest = z.strictObject({ ...inProject, replace: z.optional(z.boolean()) });
/** The place in the workspace to which a file is saved; `replace`: also when there is another one. */
export type ToWorkspaceRequest = z.infer<typeof toWorkspaceRequest>;
/** The schema of `FromWorkspaceRequest`. */
export const fromWorkspaceRequest = z.strictObject(inProject);
/** The file of the workspace that is attached. */
export type FromWorkspaceRequest = z.infer<typeof fromWorkspaceRequest>;

const text = z.string();
/** The schema of `MessageFile`. */
export const messageFile = z.object({
  ...{ id: text, name: text, type: text, size: z.number(), alt: z.optional(text), text: z.optional(text) },
  ...{ width: z.optional(z.number()), height: z.optional(z.number()) },
});
/** The schema of `FileProgress`. */
export const fileProgress = z.object({
  ...{ id: text, name: text, size: z.number(), piece: z.number(), pieces: z.number() },
  file: z.optional(messageFile),
});
/** The schema of `FileOutline`. */
export const fileOutline = z.object({
  unit: z.enum(['page', 'sheet', 'slide', 'text', 'archive', 'none']),
  ...{ tokens: z.array(z.number()), count: z.number() },
});
/** The schema of `FileSheets`. */
export const fileSheets = z.object({
  sheets: z.array(z.object({ name: text, rows: z.array(z.array(text)) })),
  is_cut: z.boolean(),
});
/** The schema of `FileLimits`. */
export const fileLimits = z.object({
  ...{ largest: z.number(), all: z.number(), used: z.number(), most: z.number() },
});
