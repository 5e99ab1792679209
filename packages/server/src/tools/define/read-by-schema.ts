import type { SchemaOutput, StandardIssue, StandardSchema } from './standard-schema.ts';

/** A value that fits its schema, or what is wrong with it, in words. */
export type ReadBySchema<Output> =
  | { readonly value: Output; readonly problem?: undefined }
  | { readonly problem: string };

/** Reads a value by a schema, and tells every field that is wrong. Throws when the schema needs to wait for something. */
export function readBySchema<Schema extends StandardSchema>(
  schema: Schema,
  value: unknown,
): ReadBySchema<SchemaOutput<Schema>> {
  const read = schema['~standard'].validate(value);
  if (read instanceof Promise) {
    // Nobody waits for it.
    read.catch(() => {});
    throw new Error('The schema checks asynchronously. Check what needs to wait in the tool itself.');
  }
  if (read.issues === undefined) return { value: read.value };
  return { problem: read.issues.map(issueWords).join('\n') };
}

/** The value by a schema. Throws what is wrong with it. */
export function takeBySchema<Schema extends StandardSchema>(
  schema: Schema,
  value: unknown,
): SchemaOutput<Schema> {
  const read = readBySchema(schema, value);
  if (read.problem !== undefined) throw new Error(read.problem);
  return read.value;
}

function issueWords({ message, path = [] }: StandardIssue): string {
  const place = path.map((step) => pathStep(typeof step === 'object' ? step.key : step)).join('');
  return place === '' ? `✖ ${message}` : `✖ ${message}\n  → at ${place.replace(/^\./, '')}`;
}

function pathStep(key: PropertyKey): string {
  if (typeof key === 'number') return `[${key}]`;
  const name = String(key);
  return /^[\w$]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
