import type { KeptEdit } from '../kept/kept-answers.ts';
import { type EditState, startEdit } from './edit-state.ts';
import type { Json } from './json.ts';

/** An edit as it is kept while nobody has sent it. Pure. */
export function keptEdit({ base, drafts, json }: EditState): KeptEdit {
  return { base, drafts: [...drafts], ...(json !== undefined && { json }) };
}

/** The edit that was kept, for the same input and schema. Fields that are not there any more are left out. Pure. */
export function restoredEdit(input: Json, schema: unknown, { base, drafts, json }: KeptEdit): EditState {
  const fresh = startEdit(input, schema, base);
  const known = drafts.filter(([key]) => fresh.drafts.has(key));
  return { ...fresh, drafts: new Map([...fresh.drafts, ...known]), json };
}

/** The values that an edit changes, in words: each with the name of its field. Pure. */
export function editWords({ fields, drafts, base, input, json }: EditState, value: Json | undefined): string {
  if (value === undefined) return json?.text ?? '';
  const now = json === undefined ? value : { ...base, ...value };
  return Object.keys(now)
    .filter((key) => JSON.stringify(now[key]) !== JSON.stringify(input[key]))
    .map((key) => {
      const label = fields.find((field) => field.key === key)?.label ?? key;
      const said = now[key] ?? drafts.get(key);
      return `${label}: ${typeof said === 'string' ? said : JSON.stringify(said)}`;
    })
    .join('\n');
}
