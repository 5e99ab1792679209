/** NUL, which some clipboards end at, and halves of pairs, which have no UTF-8. */
const ODD = /[\0\p{Cs}]/gu;
const STAND_IN = '\ufffd';

/** A text that every file and clipboard can hold, and the characters that it stands for: each one's index and code. */
export interface EvenText {
  readonly text: string;
  readonly odd: readonly number[];
}

/** Puts a stand-in in the place of each odd character. Linear. */
export function withoutOdd(text: string): EvenText {
  const odd: number[] = [];
  const even = text.replace(ODD, (found: string, index: number) => {
    odd.push(index, found.charCodeAt(0));
    return STAND_IN;
  });
  return { text: even, odd };
}

/** Puts the odd characters back; undefined when they can't have been there. Never throws. Linear. */
export function withOdd(text: string, odd: readonly unknown[]): string | undefined {
  const pieces: string[] = [];
  let end = 0;
  for (let i = 0; i < odd.length; i += 2) {
    const [index, code] = [odd[i], odd[i + 1]];
    if (!isIndex(index) || index < end || text[index] !== STAND_IN || !isOdd(code)) return undefined;
    pieces.push(text.slice(end, index), String.fromCharCode(code));
    end = index + 1;
  }
  pieces.push(text.slice(end));
  return pieces.join('');
}

/** Tells whether a value counts characters. */
export function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isOdd(code: unknown): code is number {
  return code === 0 || (isIndex(code) && code >= 0xd800 && code <= 0xdfff);
}
