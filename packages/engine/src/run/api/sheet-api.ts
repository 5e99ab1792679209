import * as z from 'zod/mini';

// The versions of a table that a person has edited. They belong to a chat; the message keeps what the model wrote.

/** The most versions of one table. After that its newest one is changed. */
export const MOST_SHEET_VERSIONS = 100;
/** The most characters of one version, as JSON. */
export const LONGEST_SHEET_VERSION = 400_000;

const place = (most: number) => z.int().check(z.minimum(0), z.maximum(most - 1));
const cell = z.readonly(
  z.tuple([place(1_048_576), place(16_384), z.string().check(z.maxLength(32_767, 'must be 32,767 at most'))]),
);

/** A cell that differs from the table of the message: its row, its column and its text. */
export type CellChange = z.infer<typeof cell>;

/** The schema of `SaveSheetRequest`. */
export const saveSheetRequest = z.strictObject({
  /** The id of the embed. */
  embed: z.string().check(z.minLength(3), z.maxLength(200)),
  /** The hash of the table that was edited: a message that is written anew may have another one in its place. */
  base: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be the hash of a table')),
  /** Counts the changes of this version, so that a request that comes late changes nothing. */
  step: z.int().check(z.minimum(1)),
  cells: z.readonly(z.array(cell)),
});
/** One state of a table that a person edits: all cells that differ from the table of the message. */
export type SaveSheetRequest = z.infer<typeof saveSheetRequest>;

/** A version of a table, without its cells. */
export interface SheetVersionInfo {
  readonly id: string;
  readonly embed: string;
  readonly base: string;
  readonly step: number;
  /** Its place in the order in which the versions of a chat were saved last. */
  readonly rev: number;
  readonly saved_at: number;
  /** The name of the device that saved it last, for people; empty when it is not known. */
  readonly from: string;
}

/** A version of a table. */
export interface SheetVersion extends SheetVersionInfo {
  readonly cells: readonly CellChange[];
}

/** The versions of a chat, in the order of `rev`; the newest of each table with its cells. */
export interface SheetVersionList {
  readonly versions: readonly (SheetVersionInfo & { readonly cells?: readonly CellChange[] })[];
}

const text = z.string();
const info = {
  ...{ id: text, embed: text, base: text, from: text },
  ...{ step: z.number(), rev: z.number(), saved_at: z.number() },
};

/** The schema of `SheetVersionInfo`. */
export const sheetVersionInfo = z.object(info);
/** The schema of `SheetVersion`. */
export const sheetVersion = z.object({ ...info, cells: z.readonly(z.array(cell)) });
/** The schema of `SheetVersionList`. */
export const sheetVersionList = z.object({
  versions: z.array(z.object({ ...info, cells: z.optional(z.readonly(z.array(cell))) })),
});
