import type { FormField } from './form-field.ts';

/** The fields that nobody needs to fill in; none, if there are no others. Pure. */
export function extraFields(fields: readonly FormField[]): readonly FormField[] {
  const extra = fields.filter(({ present, required }) => !present && !required);
  return extra.length === fields.length ? [] : extra;
}
