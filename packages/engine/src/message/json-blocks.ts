import { createPartialJson, type PartialJson, type PartialJsonValue } from '../json/partial-json.ts';
import type { ContentBlock } from './message.ts';

interface Preview {
  readonly parser: PartialJson;
  /** How much of the buffer the parser has read. */
  taken: number;
}

/** The JSON of the blocks that are open, by index. */
export interface JsonState {
  /** The text that has arrived. */
  readonly buffers: ReadonlyMap<number, string>;
  /** The values so far. They are live and grow in place. */
  readonly parsedJson: ReadonlyMap<number, PartialJsonValue>;
  readonly previews: ReadonlyMap<number, Preview>;
}

export const NO_JSON: JsonState = { buffers: new Map(), parsedJson: new Map(), previews: new Map() };

/** Opens a buffer for a block that takes JSON, and forgets an earlier block of that index. */
export function startJson(state: JsonState, index: number, takesJson: boolean): JsonState {
  const json = without(state, index);
  return takesJson ? { ...json, buffers: new Map(json.buffers).set(index, '') } : json;
}

/** Adds a piece of JSON; undefined when no block of that index takes JSON. Linear in the piece. */
export function appendJson(state: JsonState, index: number, piece: string): JsonState | undefined {
  const before = state.buffers.get(index);
  if (before === undefined) return undefined;
  const preview = previewOf(state, index, before);
  preview.parser.append(piece);
  preview.taken += piece.length;
  const { value } = preview.parser;
  return {
    buffers: new Map(state.buffers).set(index, before + piece),
    previews: new Map(state.previews).set(index, preview),
    parsedJson: value === undefined ? state.parsedJson : new Map(state.parsedJson).set(index, value),
  };
}

/** The parser that has read exactly this much. A state that somebody went back to needs a new one. */
function previewOf({ previews }: JsonState, index: number, text: string): Preview {
  const known = previews.get(index);
  if (known?.taken === text.length) return known;
  const parser = createPartialJson();
  parser.append(text);
  return { parser, taken: text.length };
}

interface Stopped {
  readonly json: JsonState;
  /** The fields that the finished JSON sets in its block. */
  readonly fields: object;
}

/**
 * Closes the buffer of a block and reads it. Never throws: what is not valid is kept as text, with the reason.
 * `refused` is a reason that the sender gave.
 */
export function stopJson(
  state: JsonState,
  index: number,
  block: ContentBlock,
  refused: string | undefined,
): Stopped {
  const text = state.buffers.get(index);
  if (text === undefined) return { json: state, fields: {} };
  const fields = block.type.endsWith('_use') ? inputOf(text, refused) : contentOf(block, text);
  return { json: without(state, index), fields };
}

function inputOf(text: string, refused: string | undefined): object {
  const unusable = (input_error: string): object => ({ input: {}, input_text: text, input_error });
  if (refused !== undefined) return unusable(refused);
  // A call without arguments, or one whose input came with its start.
  if (text.trim() === '') return {};
  const read = parse(text);
  if ('problem' in read) return unusable(`The input is not valid JSON: ${read.problem}`);
  const { value } = read;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? { input: value } : unusable(`The input must be a JSON object, not ${kindOf(value)}.`);
}

function contentOf(block: ContentBlock, text: string): object {
  if (text.trim() === '') return 'content' in block && block.content !== undefined ? {} : { content: {} };
  const read = parse(text);
  return 'problem' in read ? { content: text, is_error: true } : { content: read.value };
}

function parse(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'unreadable' };
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

function without(state: JsonState, index: number): JsonState {
  if (!state.buffers.has(index)) return state;
  return {
    buffers: less(state.buffers, index),
    parsedJson: less(state.parsedJson, index),
    previews: less(state.previews, index),
  };
}

function less<T>(map: ReadonlyMap<number, T>, index: number): ReadonlyMap<number, T> {
  const rest = new Map(map);
  rest.delete(index);
  return rest;
}
