import type { ContentBlock, ToolResultBlock, ToolUseBlock } from '../message/message.ts';
import { printFence, printJsonFence } from './fences.ts';

/** The facts of a block that its text or fence does not show. */
export type Rest = Readonly<Record<string, unknown>>;

/**
 * A block in the comment. `text` stands as plain markdown and is so long; `said` is a text in a fence; `result` is in the fence of
 * the call that is the block of this index; `block` is one that has no form of its own.
 */
export type Part =
  | readonly ['text', number, Rest]
  | readonly ['said' | 'thinking' | 'call', Rest]
  | readonly ['result', number, Rest]
  | readonly ['block'];

/** A part of a body. Texts that follow each other are one text; anything else is a block of its own. */
export interface Piece {
  readonly isText: boolean;
  readonly markdown: string;
}

export interface PrintedBlocks {
  readonly parts: readonly Part[];
  readonly pieces: readonly Piece[];
}

/** Prints blocks; their texts as plain markdown, or each in a fence with this info string. Linear. */
export function printBlocks(blocks: readonly ContentBlock[], textInfo?: string): PrintedBlocks {
  const results = pairResults(blocks);
  const parts: Part[] = [];
  const pieces: Piece[] = [];
  for (const [i, block] of blocks.entries()) {
    const call = results.callOf.get(i);
    const [part, markdown] =
      call !== undefined ? resultPart(block, call) : printBlock(block, results.resultOf.get(i), textInfo);
    parts.push(part);
    if (markdown !== undefined) pieces.push({ isText: part[0] === 'text', markdown });
  }
  return { parts, pieces };
}

/** Joins pieces to a body. */
export function joinPieces(pieces: readonly Piece[]): string {
  return pieces
    .map(({ isText, markdown }, i) =>
      i === 0 || (isText && pieces[i - 1]?.isText === true) ? markdown : `\n\n${markdown}`,
    )
    .join('');
}

function printBlock(
  block: ContentBlock,
  result: ToolResultBlock | undefined,
  textInfo: string | undefined,
): readonly [Part, string] {
  if (isText(block)) {
    const { type: _, text, ...rest } = block;
    return textInfo === undefined
      ? [['text', text.length, rest], text]
      : [['said', rest], printFence(textInfo, text)];
  }
  if (isThinking(block)) {
    const { type: _, thinking, signature, ...rest } = block;
    return [['thinking', rest], printFence(thinkingInfo(signature), thinking)];
  }
  if (isCall(block)) {
    const { type: _, name, id, input, ...rest } = block;
    const output = result !== undefined && { output: result.content };
    const is_error = result?.is_error === true && { is_error: true };
    return [['call', rest], printJsonFence('json', { tool: name, id, input, ...output, ...is_error })];
  }
  return [['block'], printJsonFence('block', block)];
}

/** The seal stands in the info string, which no screen shows: it is long, and nobody reads it. */
function thinkingInfo(signature: string | undefined): string {
  if (signature === undefined) return 'thinking';
  return `thinking ${JSON.stringify({ signature }).replaceAll('`', '\\u0060')}`;
}

function resultPart(block: ContentBlock, call: number): readonly [Part, undefined] {
  const { type: _, tool_use_id: __, content: ___, is_error: ____, ...rest } = block as ToolResultBlock;
  return [['result', call, rest], undefined];
}

interface Pairs {
  /** The results that stand in the fences of calls, by the indexes of these. */
  readonly resultOf: ReadonlyMap<number, ToolResultBlock>;
  /** The indexes of the calls, by those of the results. */
  readonly callOf: ReadonlyMap<number, number>;
}

/** Finds the results that follow their calls, one for each. */
function pairResults(blocks: readonly ContentBlock[]): Pairs {
  const resultOf = new Map<number, ToolResultBlock>();
  const callOf = new Map<number, number>();
  const waiting = new Map<string, number>();
  for (const [i, block] of blocks.entries()) {
    if (isCall(block)) waiting.set(block.id, i);
    if (!isResult(block)) continue;
    const call = waiting.get(block.tool_use_id);
    if (call === undefined) continue;
    waiting.delete(block.tool_use_id);
    resultOf.set(call, block);
    callOf.set(i, call);
  }
  return { resultOf, callOf };
}

// A block of a future version may have a known type and other fields: then it is printed as it is.

function isText(block: ContentBlock): block is Extract<ContentBlock, { readonly type: 'text' }> {
  return block.type === 'text' && typeof block.text === 'string';
}

function isThinking(block: ContentBlock): block is Extract<ContentBlock, { readonly type: 'thinking' }> {
  return (
    block.type === 'thinking' &&
    typeof block.thinking === 'string' &&
    (block.signature === undefined || typeof block.signature === 'string')
  );
}

function isCall(block: ContentBlock): block is ToolUseBlock {
  return (
    block.type === 'tool_use' &&
    typeof block.name === 'string' &&
    typeof block.id === 'string' &&
    isObject(block.input)
  );
}

function isResult(block: ContentBlock): block is ToolResultBlock {
  return (
    block.type === 'tool_result' &&
    typeof block.tool_use_id === 'string' &&
    block.content !== undefined &&
    typeof block.is_error === 'boolean'
  );
}

/** Tells whether a value is an object with fields. */
export function isObject(value: unknown): value is Rest {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
