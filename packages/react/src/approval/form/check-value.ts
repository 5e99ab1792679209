import type { Words } from '../../words/words-context.ts';
import { isJsonObject, type Json } from './json.ts';

/**
 * The fault of a value by its JSON Schema, in words for a person; undefined when there is none. Types, choices, bounds and
 * formats; what else a schema may ask for the server checks. Pure. Never throws.
 */
export function checkValue(strings: Words, schema: unknown, value: unknown): string | undefined {
  if (!isJsonObject(schema)) return undefined;
  if (value === null && schema['nullable'] === true) return undefined;
  return (
    checkType(strings, schema, value) ??
    checkChoice(strings, schema, value) ??
    (typeof value === 'string' ? checkText(strings, schema, value) : undefined) ??
    (typeof value === 'number' ? checkNumber(strings, schema, value) : undefined) ??
    (Array.isArray(value) ? checkList(strings, schema, value) : undefined) ??
    (isJsonObject(value) ? checkObject(strings, schema, value) : undefined)
  );
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isJsonObject,
  null: (value) => value === null,
};

function checkType(strings: Words, { type }: Json, value: unknown): string | undefined {
  const types = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');
  const [first] = types;
  if (first === undefined || types.some((each) => TYPES[each]?.(value) ?? true)) return undefined;
  return strings.wrongType[first] ?? strings.wrongTypeOf(types.join(', '));
}

function checkChoice(strings: Words, { enum: values }: Json, value: unknown): string | undefined {
  if (!Array.isArray(values) || values.some((each) => JSON.stringify(each) === JSON.stringify(value)))
    return undefined;
  return strings.notAChoice(values.map((each) => JSON.stringify(each)).join(', '));
}

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

function checkText(
  strings: Words,
  { minLength, maxLength, format }: Json,
  value: string,
): string | undefined {
  const { length } = [...value];
  if (typeof minLength === 'number' && length < minLength)
    return value === '' ? strings.isRequired : strings.tooShort(minLength);
  if (typeof maxLength === 'number' && length > maxLength) return strings.tooLong(maxLength);
  switch (format) {
    case 'email':
      return EMAIL.test(value) ? undefined : strings.noEmail;
    case 'date-time':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value))
        ? undefined
        : strings.noDateTime;
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? undefined : strings.noDate;
    case 'uri':
      return URL.canParse(value) ? undefined : strings.noUrl;
    default:
      return undefined;
  }
}

function checkNumber(strings: Words, schema: Json, value: number): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (typeof minimum === 'number' && value < minimum) return strings.tooSmall(minimum);
  if (typeof maximum === 'number' && value > maximum) return strings.tooLarge(maximum);
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    return strings.notAbove(exclusiveMinimum);
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
    return strings.notBelow(exclusiveMaximum);
  return undefined;
}

function checkList(
  strings: Words,
  { minItems, maxItems, items }: Json,
  value: readonly unknown[],
): string | undefined {
  if (typeof minItems === 'number' && value.length < minItems) return strings.tooFew(minItems);
  if (typeof maxItems === 'number' && value.length > maxItems) return strings.tooMany(maxItems);
  for (const [i, each] of value.entries()) {
    const wrong = checkValue(strings, items, each);
    if (wrong !== undefined)
      return strings.inside(typeof each === 'string' ? `“${each}”` : `${i + 1}`, wrong);
  }
  return undefined;
}

function checkObject(strings: Words, { properties, required }: Json, value: Json): string | undefined {
  for (const key of Array.isArray(required) ? required : [])
    if (typeof key === 'string' && !Object.hasOwn(value, key)) return strings.inside(key, strings.isRequired);
  for (const [key, each] of Object.entries(value)) {
    const own = isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
    const wrong = checkValue(strings, own, each);
    if (wrong !== undefined) return strings.inside(key, wrong);
  }
  return undefined;
}
