import type { Json } from './json.ts';

export type FieldKind =
  | 'text'
  | 'long'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'datetime'
  | 'date'
  | 'email'
  | 'emails'
  | 'list'
  | 'json';

export interface FieldChoice {
  readonly value: unknown;
  readonly label: string;
}

/** One field of a form that is made from a JSON Schema. */
export interface FormField {
  readonly key: string;
  readonly label: string;
  readonly help?: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  /** True when the input has it. */
  readonly present: boolean;
  readonly schema: Json;
  readonly choices: readonly FieldChoice[];
}

/** The text that a person has typed into a field, valid or not. */
export type Draft = string | readonly string[];
