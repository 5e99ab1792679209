import * as z from 'zod';
import type { StandardSchema } from './standard-schema.ts';

/** A JSON Schema, as models read it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema of what a schema reads, in the words of its own library: zod since 4.2 and arktype say it themselves, a schema of
 * valibot once it is wrapped by `toStandardJsonSchema`, and older ones of zod 4 are read here. Throws with the fix when nobody can say it.
 */
export function jsonSchemaOf(schema: StandardSchema): JsonSchema {
  const { vendor, jsonSchema } = schema['~standard'] as StandardSchema['~standard'] & Partial<Told>;
  const told =
    jsonSchema?.input({ target: 'draft-2020-12' }) ?? (vendor === 'zod' ? olderZod(schema) : undefined);
  if (told === undefined)
    throw new Error(
      `This schema of ${vendor} does not say its JSON Schema, which models read. Give it as inputSchema, or wrap the schema: toStandardJsonSchema(schema) of @valibot/to-json-schema.`,
    );
  return told;
}

/** The way in which a schema tells its JSON Schema (standardschema.dev/json-schema). */
interface Told {
  readonly jsonSchema: { readonly input: (options: { readonly target: 'draft-2020-12' }) => JsonSchema };
}

/** A schema of zod 4.0 or 4.1, whose descriptions are in a registry of its own copy. */
function olderZod(schema: StandardSchema): JsonSchema | undefined {
  if (!('_zod' in schema)) return undefined;
  const metadata = {
    get: (of: { readonly meta?: () => object | undefined }) => of.meta?.(),
    // Only these two are asked.
    has: (of: { readonly meta?: () => object | undefined }) => of.meta?.() !== undefined,
  };
  // Every minor of zod 4 keeps its definition under the same names.
  return z.toJSONSchema(schema as unknown as z.ZodType, {
    io: 'input',
    metadata: metadata as unknown as typeof z.globalRegistry,
  });
}
