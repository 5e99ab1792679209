import { CODE, isDigit, isSpaceOrTab } from '../characters.ts';
import type { MarkdownList } from '../tree.ts';
import type { Blocks } from './blocks.ts';
import type { Line } from './line.ts';

/** A number with more digits does not begin an item. */
const DIGITS = 9;

interface Marker {
  readonly ordered: boolean;
  readonly first: number;
  readonly delimiter: MarkdownList['delimiter'];
  readonly length: number;
}

/** Begins an item, and a list when it does not go on with the one that is open. */
export function startListItem(blocks: Blocks, line: Line): 'none' | 'container' {
  if (line.isIndentedCode || blocks.isTooDeep) return 'none';
  const marker = readMarker(line);
  if (marker === null) return 'none';
  const after = line.next + marker.length;
  if (!isSpaceOrTab(line.code(after)) && line.code(after) >= 0) return 'none';
  if (blocks.paragraph !== null && !mayInterrupt(line, marker, after)) return 'none';
  const start = line.position;
  const { indent } = line;
  line.skip(marker.length);
  const padding = skipPadding(line);
  const { ordered, first, delimiter } = marker;
  const list = blocks.parent.marker;
  if (list.type !== 'list' || list.delimiter !== delimiter || list.ordered !== ordered) {
    blocks.open({ type: 'list', ordered, first, delimiter }, line, start);
  }
  blocks.open({ type: 'listItem', width: indent + marker.length + padding }, line, start);
  return 'container';
}

function readMarker(line: Line): Marker | null {
  const code = line.nextCode;
  if (code === CODE.minus || code === CODE.star || code === CODE.plus) {
    const delimiter = code === CODE.minus ? '-' : code === CODE.star ? '*' : '+';
    return { ordered: false, first: 1, delimiter, length: 1 };
  }
  let digits = 0;
  while (digits <= DIGITS && isDigit(line.code(line.next + digits))) digits++;
  if (digits === 0 || digits > DIGITS) return null;
  const end = line.code(line.next + digits);
  if (end !== CODE.dot && end !== CODE.closeParen) return null;
  const first = Number(line.text.slice(line.next, line.next + digits));
  return { ordered: true, first, delimiter: end === CODE.dot ? '.' : ')', length: digits + 1 };
}

/** In a paragraph only a list that begins with 1, and with text, begins: numbers often stand at the beginning of a line. */
function mayInterrupt(line: Line, { ordered, first }: Marker, after: number): boolean {
  let index = after;
  while (isSpaceOrTab(line.code(index))) index++;
  return line.code(index) >= 0 && (!ordered || first === 1);
}

/** Passes over the space behind a marker; more than four columns of it begin indented code. */
function skipPadding(line: Line): number {
  const { indent } = line;
  const padding = line.isBlank || indent > 4 ? 1 : indent;
  line.skipColumns(padding);
  return padding;
}
