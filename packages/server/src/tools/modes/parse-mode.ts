import { type Field, readFrontMatter } from './front-matter.ts';
import type { Mode } from './mode.ts';

/** A mode that can be used, or why there is none: one line with the fix. */
export type ParsedMode = { readonly mode: Mode } | { readonly mode?: undefined; readonly problem: string };

const SLUG = /^[a-z0-9-]{1,40}$/;
const TOOL = /^(?:[A-Za-z0-9_-]{1,64}|[A-Za-z0-9_-]{0,63}\*)$/;
const KEYS = ['name', 'description', 'tools', 'must_use_tools'];
const MAX_NAME = 60;
const MAX_DESCRIPTION = 500;
const MAX_INSTRUCTIONS = 100_000;

/**
 * Reads a mode as a person writes it: `name`, `description`, `tools` and, if wanted, `must_use_tools` between two lines
 * `---`, then the instructions. Pure. Never throws; a mode with a problem is none.
 */
export function parseMode(slug: string, text: string): ParsedMode {
  const read = readFrontMatter(text);
  if (read.fields === undefined) return read;
  const { fields, body } = read;
  const problems: string[] = [];
  const mode = {
    slug: checkSlug(slug, problems),
    name: readText('name', fields.get('name'), MAX_NAME, problems),
    description: readText('description', fields.get('description'), MAX_DESCRIPTION, problems),
    instructions: body,
    tools: readTools(fields.get('tools'), problems),
    mustUseTools: readFlag('must_use_tools', fields.get('must_use_tools'), problems),
  };
  for (const [key, { line }] of fields) {
    if (!KEYS.includes(key))
      problems.unshift(`Line ${line}: a mode has no ${show(key)}, only ${KEYS.join(', ')}. Remove it.`);
  }
  if (body === '') problems.push('Write what the model should do below the second line "---".');
  if (body.length > MAX_INSTRUCTIONS)
    problems.push(`The instructions may have ${MAX_INSTRUCTIONS} characters at most. Shorten them.`);
  const [problem] = problems;
  return problem === undefined ? { mode } : { problem };
}

function checkSlug(slug: string, problems: string[]): string {
  if (!SLUG.test(slug))
    problems.push(`The name of its file must be 1 to 40 small letters, digits and -, not ${show(slug)}.`);
  return slug;
}

function readText(key: string, field: Field | undefined, max: number, problems: string[]): string {
  if (field === undefined) {
    problems.push(`Line 1: ${key} is missing. Add a line "${key}: …".`);
    return '';
  }
  const text = typeof field.value === 'string' ? field.value.trim() : '';
  if (text === '' || text.length > max || /[\p{Cc}\u2028\u2029]/u.test(text))
    problems.push(`Line ${field.line}: ${key} must be one line of 1 to ${max} characters.`);
  return text;
}

function readTools(field: Field | undefined, problems: string[]): Mode['tools'] {
  if (field === undefined) {
    problems.push('Line 1: tools is missing. Add "tools: *" for all, or a list of names.');
    return [];
  }
  const { line, value } = field;
  const names = (typeof value === 'string' ? value.split(',') : (value ?? [])).map((name) => name.trim());
  const bad = names.find((name) => !TOOL.test(name));
  if (value === undefined || bad !== undefined)
    problems.push(
      `Line ${line}: tools must be * or names of tools, of which the last character may be *${bad === undefined ? '' : `, not ${show(bad)}`}.`,
    );
  return names.includes('*') ? '*' : names;
}

function readFlag(key: string, field: Field | undefined, problems: string[]): boolean {
  if (field === undefined) return false;
  if (field.value !== 'true' && field.value !== 'false')
    problems.push(`Line ${field.line}: ${key} must be true or false.`);
  return field.value === 'true';
}

/** A text of somebody else, short and with nothing unseen. */
function show(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
