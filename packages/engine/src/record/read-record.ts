import { BodyReader } from './fences.ts';
import { madeText } from './made-text.ts';
import { isIndex, withOdd } from './odd-characters.ts';
import { isObject, type Rest } from './print-blocks.ts';
import { readBlocks } from './read-blocks.ts';
import { MARK, readComment } from './record-comment.ts';
import {
  type RecordProblem,
  type RecordProblemCode,
  type WrittenRecord,
  writtenRecord,
} from './written-record.ts';

/** The options of `readRecord`. */
export interface ReadRecordOptions {
  /**
   * True when the record's proof holds: the server wrote this markdown, byte for byte. Otherwise everybody may have written it: its
   * fences are text, and only the facts that a message of a person may have count.
   */
  readonly proven: boolean;
}

/** The record that a markdown is, or why it is none. */
export type ReadRecord = { readonly record: WrittenRecord } | { readonly problem: RecordProblem };

/** Reads what `printRecord` printed; any text that is none of it is the text of a person. Never throws. Pure. Linear. */
export function readRecord(markdown: string, { proven }: ReadRecordOptions): ReadRecord {
  if (!markdown.startsWith(MARK)) return { record: { role: 'user', status: 'completed', text: markdown } };
  const comment = readComment(markdown);
  if (typeof comment === 'string') return problem(comment);
  const { json } = comment;
  const facts = isObject(json) ? json['record'] : undefined;
  if (!isObject(json) || !isObject(facts) || hasParts(facts)) return problem('broken_comment');
  const { odd = [] } = json;
  const body = Array.isArray(odd) ? withOdd(comment.body, odd) : undefined;
  if (body === undefined) return problem('broken_body');
  const read = proven ? readWhole(json, facts, body) : { text: body };
  if (read === undefined) return problem('broken_body');
  const record = { ...(proven ? facts : personal(facts)), ...read };
  return isRecord(record) ? { record } : problem('bad_record');
}

/** The text and the blocks that a comment says; undefined when the body does not have them. */
function readWhole({ text: length, blocks, spans }: Rest, facts: Rest, body: string): Rest | undefined {
  if (blocks === undefined && spans === undefined) return { text: body };
  const reader = new BodyReader(body);
  const own = isIndex(length) ? reader.text(length) : undefined;
  if (length !== undefined && own === undefined) return undefined;
  const content = blocks === undefined ? undefined : readBlocks(blocks, reader, 'text');
  const agents = spans === undefined ? undefined : readSpans(spans, reader);
  if (!reader.isOver || (blocks !== undefined && content === undefined)) return undefined;
  if (spans !== undefined && agents === undefined) return undefined;
  const told = { ...(content && { content }), ...(agents && { spans: agents }) };
  if (own !== undefined) return { text: own, ...told };
  const whole = { ...facts, text: '', ...told };
  const text = isRecord(whole) && whole.content && madeText(whole.content, whole.tools);
  return typeof text === 'string' ? { text, ...told } : undefined;
}

function readSpans(spans: unknown, reader: BodyReader): readonly Rest[] | undefined {
  if (!Array.isArray(spans)) return undefined;
  const read: Rest[] = [];
  for (const span of spans as readonly unknown[]) {
    const [rest, parts] = Array.isArray(span) ? (span as readonly unknown[]) : [];
    const content = readBlocks(parts, reader, 'subagent');
    if (!isObject(rest) || content === undefined) return undefined;
    read.push({ ...rest, content });
  }
  return read;
}

/** The facts that a message of a person may have: no call, no summary, no action and no payload is among them. */
const PERSONAL = [
  'seq',
  'id',
  'ts',
  'rev',
  'role',
  'status',
  'mode',
  'context',
  'files',
  'branches',
] as const;

function personal(facts: Rest): Rest {
  return Object.fromEntries(
    PERSONAL.flatMap((name) => (Object.hasOwn(facts, name) ? [[name, facts[name]]] : [])),
  );
}

/** Tells whether facts hold what only a body holds. */
function hasParts(facts: Rest): boolean {
  return ['text', 'content', 'spans'].some((name) => Object.hasOwn(facts, name));
}

function isRecord(value: Rest): value is Rest & WrittenRecord {
  return writtenRecord.safeParse(value).success;
}

const SENTENCES: Readonly<Record<RecordProblemCode, string>> = {
  newer_format: 'A later version of Millrace wrote this message. Reload the page, or upgrade the server.',
  broken_comment: 'The comment above the message is broken.',
  broken_body: 'The message does not have the parts that its comment tells.',
  bad_record: 'The comment above the message tells facts that no message has.',
};

function problem(code: RecordProblemCode): ReadRecord {
  return { problem: { code, message: SENTENCES[code] } };
}
