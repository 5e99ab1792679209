import type { ToolSpec } from '../adapter/model.ts';

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

type Schema = Readonly<Record<string, unknown>>;

/** A parameter of a tool, as its schema tells. */
export interface ToolParameter {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** What its value may be; nothing here means anything. */
  readonly types: ReadonlySet<JsonType>;
  readonly schema: Schema;
}

/** The parameters of a tool, in the order of its schema. Pure. */
export function toolParameters({ input_schema: root }: ToolSpec): ToolParameter[] {
  const required: readonly unknown[] = Array.isArray(root['required']) ? root['required'] : [];
  return Object.entries(asSchema(root['properties'])).map(([name, value]) => {
    const schema = asSchema(value);
    const types = new Set<JsonType>();
    addTypes(types, schema, root, 0);
    const { description } = schema;
    return {
      name,
      description: typeof description === 'string' ? description : '',
      required: required.includes(name),
      types,
      schema,
    };
  });
}

/** True if a value of this parameter is text as it stands. */
export function takesText({ types }: Pick<ToolParameter, 'types'>): boolean {
  return types.size === 0 || types.has('string');
}

/** True if a JSON value is of one of the types. */
export function isOfType(value: unknown, types: ReadonlySet<JsonType>): boolean {
  const type = typeOf(value);
  return types.has(type) || (type === 'integer' && types.has('number'));
}

const JSON_TYPES: ReadonlySet<unknown> = new Set<JsonType>([
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
  'null',
]);

// Deeper than any schema that a person wrote; a reference may lead back to itself.
const MAX_DEPTH = 8;

function addTypes(types: Set<JsonType>, schema: Schema, root: Schema, depth: number): void {
  if (depth > MAX_DEPTH) return;
  for (const type of [schema['type']].flat()) if (isJsonType(type)) types.add(type);
  if (types.size > 0 && depth === 0) return;
  for (const value of allowedValues(schema)) types.add(typeOf(value));
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const options: readonly unknown[] = Array.isArray(schema[key]) ? schema[key] : [];
    for (const option of options) addTypes(types, asSchema(option), root, depth + 1);
  }
  const target = referenced(schema['$ref'], root);
  if (target !== undefined) addTypes(types, target, root, depth + 1);
}

/** The values that a schema lists. */
export function allowedValues(schema: Schema): readonly unknown[] {
  if (Array.isArray(schema['enum'])) return schema['enum'];
  return 'const' in schema ? [schema['const']] : [];
}

function referenced(ref: unknown, root: Schema): Schema | undefined {
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return undefined;
  const keys = ref.slice(2).split('/');
  return asSchema(keys.reduce<unknown>((value, key) => asSchema(value)[key], root));
}

function isJsonType(type: unknown): type is JsonType {
  return JSON_TYPES.has(type);
}

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'string' || typeof value === 'boolean')
    return typeof value === 'string' ? 'string' : 'boolean';
  return 'object';
}

/** What is no object has no fields. */
function asSchema(value: unknown): Schema {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  // An object that came as JSON has unknown fields and no others.
  return isObject ? (value as Schema) : {};
}
