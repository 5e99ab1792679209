export type Json = Readonly<Record<string, unknown>>;

/** Tells whether a value is an object of JSON. Pure. */
export function isJsonObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
