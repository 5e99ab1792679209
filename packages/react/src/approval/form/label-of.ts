import { isJsonObject } from './json.ts';

/** The name of an argument for people: the title in its schema, or its key in words. Pure. */
export function labelOf(key: string, schema: unknown): string {
  const title = isJsonObject(schema) ? schema['title'] : undefined;
  if (typeof title === 'string' && title.trim() !== '') return title;
  const words = key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-\s]+/g, ' ')
    .trim();
  if (words === '') return key;
  const [first = '', ...others] = words.split(' ');
  const lower = others.map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()));
  return [first.charAt(0).toUpperCase() + first.slice(1), ...lower].join(' ');
}

/** The schema of one argument. Pure. */
export function propertyOf(schema: unknown, key: string): unknown {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  return isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
}
