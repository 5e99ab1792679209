import type { Words } from '../../words/words-context.ts';
import { type ReadJson, readJsonObject } from '../shown/read-json-object.ts';
import { printJson } from '../shown/show-hidden.ts';
import { checkValue } from './check-value.ts';
import { countChanges } from './count-changes.ts';
import { draftOf, readDraft } from './draft.ts';
import { fieldsOf } from './fields-of.ts';
import type { Draft, FormField } from './form-field.ts';
import type { Json } from './json.ts';

/** An input while a person edits it, as fields or as JSON. */
export interface EditState {
  /** The input that was asked for. */
  readonly input: Json;
  readonly schema: unknown;
  /** The value that the fields were made from. */
  readonly base: Json;
  readonly fields: readonly FormField[];
  readonly drafts: ReadonlyMap<string, Draft>;
  /** The text while it is edited as JSON, and what that was made from. */
  readonly json: { readonly text: string; readonly from: string } | undefined;
}

/** An input as it is before anybody edits it. Pure. */
export function startEdit(input: Json, schema: unknown, base: Json = input): EditState {
  const fields = fieldsOf(schema, base);
  const drafts = new Map(fields.map((field) => [field.key, draftOf(field, base[field.key])]));
  return { input, schema, base, fields, drafts, json: undefined };
}

export function withDraft(state: EditState, key: string, draft: Draft): EditState {
  return { ...state, drafts: new Map(state.drafts).set(key, draft) };
}

export function withJson(state: EditState, text: string): EditState {
  return state.json === undefined ? state : { ...state, json: { ...state.json, text } };
}

/** Shows the other way. From JSON that can't be read there is no way back; from JSON that nobody changed all drafts are as they were. */
export function switched(state: EditState): EditState {
  const { json, input, schema } = state;
  if (json === undefined) {
    const text = printJson(fieldsValue(state));
    return { ...state, json: { text, from: text } };
  }
  if (json.text === json.from) return { ...state, json: undefined };
  const read = readJsonObject(json.text);
  return read.type === 'object' ? startEdit(input, schema, read.value) : state;
}

/** The value of the fields, with the keys in the order that they had. */
function fieldsValue({ base, fields, drafts }: EditState): Json {
  const values = new Map(
    fields.map((field) => [field.key, readDraft(field, drafts.get(field.key) ?? '', base[field.key])]),
  );
  const keys = new Set([...Object.keys(base), ...values.keys()]);
  return Object.fromEntries(
    [...keys].flatMap((key) => (values.get(key) === undefined ? [] : [[key, values.get(key)]])),
  );
}

/** An edit as it would be sent, and what is wrong with it. */
export interface ReadEdit {
  /** Undefined when it can't be read at all. */
  readonly value: Json | undefined;
  readonly changes: number;
  /** By the key of a field; `''` for the JSON as a whole. */
  readonly problems: ReadonlyMap<string, string>;
}

/** Reads the current result of an edit. Pure. */
export function readEdit(strings: Words, state: EditState): ReadEdit {
  const { input, json, schema, fields, drafts } = state;
  if (json !== undefined) {
    const read = readJsonObject(json.text);
    const wrong =
      read.type === 'object' ? checkValue(strings, schema, read.value) : jsonProblem(strings, read);
    const value = read.type === 'object' ? read.value : undefined;
    return {
      value,
      changes: value === undefined ? 0 : countChanges(input, value),
      problems: new Map(wrong === undefined ? [] : [['', wrong]]),
    };
  }
  const value = fieldsValue(state);
  const problems = fields.flatMap((field): [string, string][] => {
    const wrong = fieldProblem(strings, field, drafts.get(field.key) ?? '', value);
    return wrong === undefined ? [] : [[field.key, wrong]];
  });
  return { value, changes: countChanges(input, value), problems: new Map(problems) };
}

function fieldProblem(strings: Words, field: FormField, draft: Draft, value: Json): string | undefined {
  const { key, kind, required, schema } = field;
  if (!Object.hasOwn(value, key)) return required ? strings.isRequired : undefined;
  if (kind === 'json' && typeof draft === 'string' && !isJson(draft)) return strings.noJson;
  return checkValue(strings, schema, value[key]);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function jsonProblem(strings: Words, read: Exclude<ReadJson, { readonly type: 'object' }>): string {
  switch (read.type) {
    case 'no_object':
      return strings.jsonNoObject;
    case 'unfinished':
      return strings.jsonUnfinished;
    case 'problem':
      return strings.jsonProblem(read.line, read.column, read.message);
  }
}
