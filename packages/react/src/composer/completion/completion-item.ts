import type { CommandInfo, ModeInfo } from '@millrace/engine/run';

/** Something that a person can choose to complete what they write. */
export type CompletionItem =
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'command'; readonly command: CommandInfo }
  | { readonly type: 'mode'; readonly mode: ModeInfo };

/** The name of an item among those of its list: no two have the same. Pure. */
export function completionKey(item: CompletionItem): string {
  switch (item.type) {
    case 'file':
      return `file-${item.path}`;
    case 'command':
      return `command-${item.command.name}`;
    case 'mode':
      return `mode-${item.mode.slug}`;
  }
}

/** The id of an item's option, for the `aria-activedescendant` of the editor. It is the same as long as the item is listed. Pure. */
export function completionId(listId: string, item: CompletionItem): string {
  // An id has no white space; half of a character can't be encoded.
  return `${listId}-${encodeURIComponent(completionKey(item).replace(/\p{Cs}/gu, '\uFFFD'))}`;
}
