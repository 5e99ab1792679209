/** Control characters but for the tab and the end of a line, and what turns the direction of reading. All are one unit long. */
const UNSEEN = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Writes what can't be seen, or turns the direction of reading, by its number. Pure. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (char) => `\\u{${char.charCodeAt(0).toString(16)}}`);
}

/** The index of the next such character; the length of the text when there is none. Pure. */
export function indexOfUnseen(text: string, from: number): number {
  UNSEEN.lastIndex = from;
  const found = UNSEEN.exec(text);
  return found === null ? text.length : found.index;
}
