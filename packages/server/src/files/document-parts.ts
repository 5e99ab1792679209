/** A part of a document: a page, a sheet, a slide, or all of it. */
export interface DocumentPart {
  /** The number of a page or slide from 1 on; the name of a sheet. */
  readonly name: string;
  readonly text: string;
  /** The cells of a sheet, as they are shown. */
  readonly rows?: readonly (readonly string[])[];
}

/** The text of a document. */
export interface DocumentText {
  readonly unit: 'page' | 'sheet' | 'slide' | 'text' | 'archive';
  readonly parts: readonly DocumentPart[];
  /** The number of all parts, also of those that were not read. */
  readonly count: number;
  /** True when something was left out because it is too long. */
  readonly isCut: boolean;
}

/** The most characters of a document that are read. */
export const LONGEST_DOCUMENT = 1_000_000;
