import { checkSlug, readText, show } from './field-texts.ts';
import { type Field, readFrontMatter } from './front-matter.ts';
import type { Mode } from './mode.ts';

/** A mode that can be used, or why there is none: one line with the fix. */
export type ParsedMode = { readonly mode: Mode } | { readonly mode?: undefined; readonly problem: string };

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
      `Line ${line}: tools must be * or a list of tool names, which may end in *${bad === undefined ? '' : `, not ${show(bad)}`}.`,
    );
  return names.includes('*') ? '*' : names;
}

function readFlag(key: string, field: Field | undefined, problems: string[]): boolean {
  if (field === undefined) return false;
  if (field.value !== 'true' && field.value !== 'false')
    problems.push(`Line ${field.line}: ${key} must be true or false.`);
  return field.value === 'true';
}
