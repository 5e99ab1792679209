import { showHidden } from '../shown/show-hidden.ts';
import type { FieldChoice, FieldKind, FormField } from './form-field.ts';
import { isJsonObject, type Json } from './json.ts';
import { labelOf, propertyOf } from './label-of.ts';

/** The fields of an input: those of its schema in their order, then the rest of the input. None is left out. Pure. */
export function fieldsOf(schema: unknown, input: Json): readonly FormField[] {
  const properties = isJsonObject(schema) && isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required = isJsonObject(schema) && Array.isArray(schema['required']) ? schema['required'] : [];
  const keys = new Set([...Object.keys(properties), ...Object.keys(input)]);
  return Array.from(keys, (key) => {
    const said = propertyOf(schema, key);
    const own = plainSchema(said);
    const present = Object.hasOwn(input, key);
    const help = own['description'];
    const choices = choicesOf(own);
    return {
      key,
      label: labelOf(key, said),
      ...(typeof help === 'string' && { help }),
      kind: kindOf({ key, schema: own, choices, value: present ? input[key] : undefined }),
      required: required.includes(key),
      present,
      schema: own,
      choices,
    };
  });
}

/** A schema without the "or null" that optional fields have; more complicated schemas stay as they are. */
function plainSchema(schema: unknown): Json {
  if (!isJsonObject(schema)) return {};
  const { type, anyOf } = schema;
  if (Array.isArray(type)) {
    const others = type.filter((each) => each !== 'null');
    return others.length === 1 ? { ...schema, type: others[0], nullable: true } : schema;
  }
  if (!Array.isArray(anyOf)) return schema;
  const others = anyOf.filter((each) => !(isJsonObject(each) && each['type'] === 'null'));
  const [only] = others;
  if (others.length !== 1 || others.length === anyOf.length || !isJsonObject(only)) return schema;
  return { ...schema, ...only, anyOf: undefined, nullable: true };
}

/** The values that a field may have, where they are listed. */
function choicesOf(schema: Json): readonly FieldChoice[] {
  const of = schema['type'] === 'array' && isJsonObject(schema['items']) ? schema['items'] : schema;
  const { enum: values, enumNames: names, oneOf, anyOf } = of;
  if (Array.isArray(values))
    return values.map((value, i) => ({
      value,
      label: Array.isArray(names) && typeof names[i] === 'string' ? names[i] : inWords(value),
    }));
  const titled = [oneOf, anyOf].find(
    (list): list is Json[] =>
      Array.isArray(list) && list.every((each) => isJsonObject(each) && 'const' in each),
  );
  return (titled ?? []).map(({ const: value, title }) => ({
    value,
    label: typeof title === 'string' ? title : inWords(value),
  }));
}

const inWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

interface Kinds {
  readonly key: string;
  readonly schema: Json;
  readonly choices: readonly FieldChoice[];
  /** Undefined when there is none. */
  readonly value: unknown;
}

function kindOf(field: Kinds): FieldKind {
  const kind = wantedKind(field);
  return field.value === undefined || fits(kind, field) ? kind : 'json';
}

const LONG_NAMES = /content|text|body|message|prompt|description|summary|diff|code|question|answer|result/i;
const LINE = 60;

function wantedKind({ key, schema, choices, value }: Kinds): FieldKind {
  const { type = typeOf(value), format } = schema;
  if (choices.length > 0) return type === 'array' ? 'choices' : 'choice';
  switch (type) {
    case 'string':
      if (format === 'email') return 'email';
      if (format === 'date-time') return 'datetime';
      if (format === 'date') return 'date';
      if (typeof value === 'string' && value !== '')
        return value.length > LINE || value.includes('\n') ? 'long' : 'text';
      return LONG_NAMES.test(key) ? 'long' : 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array': {
      const items = isJsonObject(schema['items']) ? schema['items'] : {};
      if (items['format'] === 'email') return 'emails';
      return items['type'] === 'string' || items['type'] === undefined ? 'list' : 'json';
    }
    default:
      return 'json';
  }
}

function typeOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return 'array';
  return value === null ? undefined : typeof value;
}

/** Tells whether a field of this kind shows the value as it is. Text with characters that can't be seen is better shown as JSON. */
function fits(kind: FieldKind, { value, choices }: Kinds): boolean {
  switch (kind) {
    case 'text':
    case 'email':
      return isPlain(value) && !value.includes('\n');
    case 'long':
      return isPlain(value) && !value.includes('\r');
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return choices.some((choice) => choice.value === value);
    case 'choices':
      return Array.isArray(value) && value.every((each) => choices.some((choice) => choice.value === each));
    case 'datetime':
      return isPlain(value) && !Number.isNaN(Date.parse(value)) && /^\d{4}-\d\d-\d\dT/.test(value);
    case 'date':
      return isPlain(value) && /^\d{4}-\d\d-\d\d$/.test(value);
    case 'emails':
    case 'list':
      return (
        Array.isArray(value) && value.every((each) => isPlain(each) && each !== '' && !/[\r\n]/.test(each))
      );
    case 'json':
      return true;
  }
}

function isPlain(value: unknown): value is string {
  return typeof value === 'string' && !showHidden(value).some(({ hidden }) => hidden);
}
