import { printDeepJson } from './print-deep-json.ts';

/** A piece of text as it is shown. One that nobody would see is shown as its escape. */
export interface ShownPiece {
  readonly raw: string;
  readonly shown: string;
  readonly hidden: boolean;
}

// Control bytes, zero-width and bidi controls, tags, fillers, separators and halves of pairs; not line breaks and tabs, and
// not the selector that makes a pictograph colourful.
const HIDDEN =
  /(?![\n\t])(?!(?<=\p{Extended_Pictographic})\uFE0F)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Cuts text so that what a reader would not see can be drawn visibly. The raw pieces add up to the text. Pure, linear. */
export function showHidden(text: string): ShownPiece[] {
  const pieces: ShownPiece[] = [];
  let end = 0;
  const plain = (to: number): void => {
    const raw = text.slice(end, to);
    if (raw !== '') pieces.push({ raw, shown: raw, hidden: false });
  };
  for (const { 0: raw, index } of text.matchAll(HIDDEN)) {
    plain(index);
    end = index + raw.length;
    const code = raw.codePointAt(0) ?? 0;
    pieces.push({ raw, shown: `\\u{${code.toString(16).toUpperCase()}}`, hidden: true });
  }
  plain(text.length);
  return pieces;
}

/** The text with escapes, for places that hold nothing but text. */
export function withEscapes(text: string): string {
  return showHidden(text)
    .map(({ shown }) => shown)
    .join('');
}

/** JSON to read and to edit: what would not be seen in it is written as JSON's own escapes. Reads back as the value. */
export function printJson(value: unknown): string {
  const json = isDeep(value) ? printDeepJson(value) : (JSON.stringify(value, undefined, 2) ?? '');
  return json.replace(HIDDEN, (raw) =>
    Array.from(
      { length: raw.length },
      (_, i) => `\\u${raw.charCodeAt(i).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** Deeper than this, indents would be longer than what they indent. */
const DEEPEST = 100;

function isDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth > DEEPEST || Object.values(value).some((each) => isDeep(each, depth + 1));
}
