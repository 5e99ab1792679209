import type { CompletionItem } from './completion-item.ts';

/**
 * The text that takes the place of the trigger and its query when an item is chosen: `@src/app.ts `, `@"a b.txt" `, `/review `. That of
 * a mode is empty: it is not a text of the message but the mode that the composer switches to. Pure.
 */
export function completionText(item: CompletionItem): string {
  switch (item.type) {
    case 'file':
      return `@${quoted(item.path)} `;
    case 'command':
      return `/${item.command.name} `;
    case 'mode':
      return '';
  }
}

/** A path as it is; one that would end at a space, or begins with a quote, in quotes. */
function quoted(path: string): string {
  return /\s|^"/.test(path) ? `"${path.replace(/["\\]/g, '\\$&')}"` : path;
}
