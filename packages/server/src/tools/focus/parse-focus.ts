import { checkSlug, readText, show } from '../modes/field-texts.ts';
import { readFrontMatter } from '../modes/front-matter.ts';
import type { Focus } from './focus.ts';

/** A focus that can be used, or why there is none: one line with the fix. */
export type ParsedFocus = { readonly value: Focus } | { readonly problem: string };

const KEYS = ['app', 'name', 'description'];
const MAX_NAME = 60;
const MAX_DESCRIPTION = 500;
const MAX_INSTRUCTIONS = 50_000;

/**
 * Reads a focus as a person writes it: `app`, `name` and `description` between two lines `---`, then the instructions. Pure.
 * Never throws; a focus with a problem is none.
 */
export function parseFocus(slug: string, text: string): ParsedFocus {
  const read = readFrontMatter(text);
  if (read.fields === undefined) return { problem: read.problem };
  const { fields, body } = read;
  const problems: string[] = [];
  const value = {
    slug: checkSlug(slug, problems),
    app: readText('app', fields.get('app'), MAX_NAME, problems),
    name: readText('name', fields.get('name'), MAX_NAME, problems),
    description: readText('description', fields.get('description'), MAX_DESCRIPTION, problems),
    instructions: body,
  };
  for (const [key, { line }] of fields) {
    if (!KEYS.includes(key))
      problems.unshift(`Line ${line}: a focus has no ${show(key)}, only ${KEYS.join(', ')}. Remove it.`);
  }
  if (body === '') problems.push('Write what the model should do below the second line "---".');
  if (body.length > MAX_INSTRUCTIONS)
    problems.push(`The instructions may have ${MAX_INSTRUCTIONS} characters at most. Shorten them.`);
  const [problem] = problems;
  return problem === undefined ? { value } : { problem };
}
