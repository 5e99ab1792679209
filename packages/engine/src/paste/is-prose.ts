/** A longer text is judged by its beginning. */
const HEAD = 16_000;

/** Tells whether a text is written in sentences: most of it is words, several on a line. Pure. */
export function isProse(text: string): boolean {
  const head = text.slice(0, HEAD);
  const words = head.split(/\s+/).filter((word) => word !== '');
  const lines = head.split('\n').filter((line) => line.trim() !== '').length;
  const plain = words.filter((word) => WORD.test(word)).length;
  return words.length >= lines * 4 && plain >= words.length * 0.8;
}
const WORD = /^["'(“‘„«]{0,2}[\p{L}\p{M}\p{N}’'-]{1,40}[.,;:!?)"'”’»…]{0,3}$/u;
