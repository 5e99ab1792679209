/** A piece of a file. Lines count from 1. */
export interface Chunk {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const MOST_LINES = 40;
const FEW_LINES = 12;
const MOST_CHARACTERS = 4_000;

/** Cuts a text into pieces of some forty lines, where it can at an empty line before something that is not indented. Pure. Linear. */
export function cutChunks(text: string): Chunk[] {
  const lines = text.split('\n');
  const chunks: Chunk[] = [];
  let from = 0;
  const close = (to: number): void => {
    const piece = lines.slice(from, to).join('\n').slice(0, MOST_CHARACTERS);
    if (piece.trim() !== '') chunks.push({ from: from + 1, to, text: piece });
    from = to;
  };
  for (let at = 0; at < lines.length; at++) {
    const isBreak = lines[at] === '' && /^\S/.test(lines[at + 1] ?? '') && at - from >= FEW_LINES;
    if (isBreak || at - from + 1 >= MOST_LINES) close(at + 1);
  }
  close(lines.length);
  return chunks;
}
