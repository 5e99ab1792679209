import type { Field } from './front-matter.ts';

const SLUG = /^[a-z0-9-]{1,40}$/;

/** The name of a file as the name of what it holds. */
export function checkSlug(slug: string, problems: string[]): string {
  if (!SLUG.test(slug))
    problems.push(`Its file name must be 1 to 40 lowercase letters, digits and -, not ${show(slug)}.`);
  return slug;
}

/** A value that must be one line. */
export function readText(key: string, field: Field | undefined, max: number, problems: string[]): string {
  if (field === undefined) {
    problems.push(`Line 1: ${key} is missing. Add a line "${key}: …".`);
    return '';
  }
  const text = typeof field.value === 'string' ? field.value.trim() : '';
  if (text === '' || text.length > max || /[\p{Cc}\u2028\u2029]/u.test(text))
    problems.push(`Line ${field.line}: ${key} must be one line of 1 to ${max} characters.`);
  return text;
}

/** A text of somebody else, short and with nothing unseen. */
export function show(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
