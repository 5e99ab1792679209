/** The name of a tool as words: `update_notion_page` is "Update notion page". Pure. */
export function nameAsWords(name: string): string {
  const words = name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+|\p{L}+/gu) ?? [name];
  const text = words.map((word) => (/^\p{Lu}+$/u.test(word) ? word : word.toLowerCase())).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
