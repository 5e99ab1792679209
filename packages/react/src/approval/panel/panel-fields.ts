import { isJsonObject, type Json } from '../form/json.ts';
import type { ExtraField } from './edit-panel-store.ts';

const SCHEMAS: Readonly<Record<ExtraField['type'], Json>> = {
  text: { type: 'string' },
  textarea: { type: 'string', description: '' },
  email: { type: 'string', format: 'email' },
  emails: { type: 'array', items: { type: 'string', format: 'email' } },
  'datetime-local': { type: 'string', format: 'date-time' },
};

/** The arguments and the extra fields as one input with one schema. Pure. */
export function withExtraFields(
  args: Json,
  schema: unknown,
  extra: readonly ExtraField[],
): { readonly input: Json; readonly schema: Json } {
  const known = isJsonObject(schema) ? schema : {};
  const properties = isJsonObject(known['properties']) ? known['properties'] : {};
  const added = extra.map(({ key, label, type }) => [key, { ...SCHEMAS[type], title: label }]);
  const values = extra.map(({ key, value, type }) => [key, type === 'emails' ? addresses(value) : value]);
  return {
    input: { ...args, ...Object.fromEntries(values) },
    schema: { ...known, properties: { ...properties, ...Object.fromEntries(added) } },
  };
}

/** The addresses of a list that is written with commas. Pure. */
function addresses(text: string): readonly string[] {
  return text
    .split(/[,;\s]+/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
