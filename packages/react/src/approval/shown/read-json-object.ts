import { parsePartialJson } from '@millrace/engine';

export type JsonObject = Readonly<Record<string, unknown>>;

export type ReadJson =
  | { readonly type: 'object'; readonly value: JsonObject }
  | { readonly type: 'no_object' }
  /** The line at which it stops being JSON, counted from 1. */
  | { readonly type: 'problem'; readonly message: string; readonly line: number; readonly column: number }
  | { readonly type: 'unfinished' };

/** Reads what a person wrote as JSON, and says where it is wrong. Never throws. */
export function readJsonObject(text: string): ReadJson {
  const { complete, problem } = parsePartialJson(text);
  if (problem !== undefined) {
    const lines = text.slice(0, problem.position).split('\n');
    const column = (lines.at(-1)?.length ?? 0) + 1;
    return { type: 'problem', message: problem.message, line: lines.length, column };
  }
  if (!complete) return { type: 'unfinished' };
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { type: 'no_object' };
  // An object of JSON has text for keys.
  return { type: 'object', value: value as JsonObject };
}
