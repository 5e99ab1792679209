/** The keys of a shortcut. A modifier that is not named must not be held; one that is `any` may be. */
export interface Shortcut {
  /** As `KeyboardEvent.key` names it; a letter in lower case. */
  readonly key: string;
  /** Ctrl, or Cmd on a Mac. Both are taken everywhere. */
  readonly mod?: true | 'any';
  readonly shift?: true | 'any';
  readonly alt?: true;
  /** The part of the page in which it works. */
  readonly place: 'page' | 'box' | 'card' | 'preview' | 'search' | 'list';
}

/** Every shortcut of the page. The handlers ask `isShortcut`, and the list on `?` shows this table: neither knows a key itself. */
export const SHORTCUTS = {
  search: { key: 'k', mod: true, place: 'page' },
  newChat: { key: 'o', mod: true, shift: true, place: 'page' },
  shortcuts: { key: '?', shift: 'any', place: 'page' },
  nextRegion: { key: 'F6', place: 'page' },
  previousRegion: { key: 'F6', shift: true, place: 'page' },
  review: { key: 'a', alt: true, place: 'page' },
  send: { key: 'Enter', mod: 'any', place: 'box' },
  newLine: { key: 'Enter', shift: true, place: 'box' },
  sendNow: { key: 'Enter', mod: true, shift: true, place: 'box' },
  stop: { key: 'Escape', place: 'box' },
  approve: { key: 'Enter', mod: true, place: 'card' },
  askWords: { key: 'Enter', mod: true, place: 'search' },
  openTab: { key: 'Enter', shift: true, place: 'search' },
  nextPreview: { key: 'ArrowDown', mod: true, place: 'preview' },
  previousPreview: { key: 'ArrowUp', mod: true, place: 'preview' },
  find: { key: 'f', mod: true, place: 'preview' },
  renameChat: { key: 'F2', place: 'list' },
  pinChat: { key: 'p', shift: 'any', place: 'list' },
  moveChat: { key: 'm', shift: 'any', place: 'list' },
  archiveChat: { key: 'e', shift: 'any', place: 'list' },
  deleteChat: { key: 'Delete', place: 'list' },
  chatMenu: { key: 'F10', shift: true, place: 'list' },
  selectChat: { key: ' ', place: 'list' },
  selectNext: { key: 'ArrowDown', shift: true, place: 'list' },
  selectPrevious: { key: 'ArrowUp', shift: true, place: 'list' },
  selectAll: { key: 'a', mod: true, place: 'list' },
  undoInList: { key: 'z', mod: true, place: 'list' },
} as const satisfies Readonly<Record<string, Shortcut>>;

/** The name of a shortcut. */
export type ShortcutName = keyof typeof SHORTCUTS;

/** The part of a keyboard event that tells which keys are held. */
export type PressedKeys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Tells whether an event is this shortcut. Pure. */
export function isShortcut(name: ShortcutName, event: PressedKeys): boolean {
  const { key, mod, shift, alt }: Shortcut = SHORTCUTS[name];
  const isHeld = (wanted: true | 'any' | undefined, held: boolean): boolean =>
    wanted === 'any' || (wanted ?? false) === held;
  // By its place too: with Alt a letter is another one on some keyboards.
  const isKey =
    event.key.toLowerCase() === key.toLowerCase() || (alt && event.code === `Key${key.toUpperCase()}`);
  return (
    isKey === true &&
    isHeld(mod, event.ctrlKey || event.metaKey) &&
    isHeld(shift, event.shiftKey) &&
    isHeld(alt, event.altKey)
  );
}

/** The names of keys in a person's language; `Words` has them. */
export interface KeyNames {
  readonly ctrlKey: string;
  readonly shiftKey: string;
  readonly deleteKey: string;
  readonly spaceKey: string;
}

const SIGNS: Readonly<Record<string, string | ((names: KeyNames) => string)>> = {
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Delete: ({ deleteKey }) => deleteKey,
  ' ': ({ spaceKey }) => spaceKey,
};

/** The keys of a shortcut as they are shown: `Ctrl`, `K`, or `⌘`, `K` on a Mac. Pure. */
export function shortcutKeys(name: ShortcutName, names: KeyNames, mac: boolean): readonly string[] {
  const { key, mod, shift, alt }: Shortcut = SHORTCUTS[name];
  const sign = SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  return [
    ...(mod === true ? [mac ? '⌘' : names.ctrlKey] : []),
    ...(alt === true ? [mac ? '⌥' : 'Alt'] : []),
    ...(shift === true ? [mac ? '⇧' : names.shiftKey] : []),
    typeof sign === 'string' ? sign : sign(names),
  ];
}

/** The keys of a shortcut for `aria-keyshortcuts`. Pure. */
export function ariaKeys(name: ShortcutName, mac: boolean): string {
  const { key, mod, shift, alt }: Shortcut = SHORTCUTS[name];
  const held = [mod === true && (mac ? 'Meta' : 'Control'), alt === true && 'Alt', shift === true && 'Shift'];
  return [
    ...held.filter((each) => each !== false),
    key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key,
  ].join('+');
}
