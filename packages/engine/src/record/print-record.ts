import { madeText } from './made-text.ts';
import { withoutOdd } from './odd-characters.ts';
import { joinPieces, type Piece, printBlocks } from './print-blocks.ts';
import { MARK, printComment } from './record-comment.ts';
import type { WrittenRecord } from './written-record.ts';

/**
 * A message as markdown: its text as it is, its calls, thinking and other blocks as fences between, what is not text in a comment
 * above. `readRecord` gives the record back. A person's text without further facts is printed as it is. Pure. Linear.
 */
export function printRecord(record: WrittenRecord): string {
  const { text, content, spans, ...facts } = record;
  const isMade = content !== undefined && madeText(content, record.tools) === text;
  const blocks = content && printBlocks(content, isMade ? undefined : 'text');
  const agents = spans?.map(({ content: inside, ...rest }) => ({
    rest,
    ...printBlocks(inside, 'subagent'),
  }));
  const own: Piece[] = isMade ? [] : [{ isText: true, markdown: text }];
  const pieces = [...own, ...(blocks?.pieces ?? []), ...(agents ?? []).flatMap((agent) => agent.pieces)];
  const { text: body, odd } = withoutOdd(joinPieces(pieces));
  const hasBlocks = blocks !== undefined || agents !== undefined;
  if (!hasBlocks && odd.length === 0 && isPlain(facts, body)) return body;
  const comment = {
    record: facts,
    ...(hasBlocks && !isMade && { text: text.length }),
    ...(blocks !== undefined && { blocks: blocks.parts }),
    ...(agents !== undefined && { spans: agents.map(({ rest, parts }) => [rest, parts]) }),
    ...(odd.length > 0 && { odd }),
  };
  return printComment(comment, body);
}

/** Tells whether the text alone says everything, and can't be taken for more. */
function isPlain(facts: Partial<WrittenRecord>, body: string): boolean {
  const given = Object.entries(facts).filter(([, value]) => value !== undefined);
  const isUsual = given.length === 2 && facts.role === 'user' && facts.status === 'completed';
  // A reader of UTF-8 may take the mark of a byte order off the beginning.
  return isUsual && !body.startsWith(MARK) && !body.startsWith('\ufeff');
}
