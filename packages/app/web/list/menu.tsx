import { ariaKeys, isMac, isShortcut, type ShortcutName, shortcutKeys, useWords } from '@millrace/react';
import { Check, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { menuPlace } from './menu-place.ts';

export interface MenuItem {
  readonly label: string;
  readonly icon?: LucideIcon;
  /** The shortcut that does the same. */
  readonly shortcut?: ShortcutName;
  readonly danger?: boolean;
  /** For an item of which one holds: whether it is this one. */
  readonly checked?: boolean;
  readonly onPress: () => void;
}

export interface MenuProps {
  readonly label: string;
  /** The element that it belongs to. */
  readonly at: Element;
  /** Items in groups; a line stands between two groups. */
  readonly groups: readonly (readonly MenuItem[])[];
  readonly onClose: () => void;
}

const PLAIN = { role: 'menuitem' } as const;
const ITEMS = '[role^="menuitem"]';

/** A menu beside what it is about. Arrows, Home and End go through it, keys do what they say, Escape and a press elsewhere close it. */
export function Menu({ label, at, groups, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return;
    element.showPopover();
    const { x, y } = menuPlace(at, element.getBoundingClientRect());
    element.style.insetBlockStart = `${y}px`;
    // The place is measured from the left, whatever the direction of the text is.
    element.style.left = `${x}px`;
    element.querySelector<HTMLElement>(`${ITEMS}[aria-checked="true"], ${ITEMS}`)?.focus();
  }, [at]);

  function press(item: MenuItem): void {
    // The focus goes back first, so that what comes next may take it.
    menu.current?.hidePopover();
    item.onPress();
  }
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    event.stopPropagation();
    if (event.key === 'Tab') menu.current?.hidePopover();
    const item = groups
      .flat()
      .find(({ shortcut }) => shortcut !== undefined && isShortcut(shortcut, event.nativeEvent));
    const next = itemAfter(event);
    if (item === undefined && next === undefined) return;
    event.preventDefault();
    if (item !== undefined) press(item);
    else next?.focus();
  }
  // It belongs to the part of the page that it was opened in.
  const home = at.closest('.app-side, .app-main') ?? document.body;
  return createPortal(
    <div
      ref={menu}
      popover="auto"
      role="menu"
      className="app-menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onToggle={(event) => event.newState === 'closed' && onClose()}
    >
      {groups.map((items) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
        <div key={items[0]?.label} role="group">
          {items.map((item) => (
            <Item key={item.label} item={item} onPress={() => press(item)} />
          ))}
        </div>
      ))}
    </div>,
    home,
  );
}

function Item({ item, onPress }: { readonly item: MenuItem; readonly onPress: () => void }) {
  const words = useWords();
  const { label, icon: Icon, shortcut, danger = false, checked } = item;
  return (
    <button
      type="button"
      {...(checked === undefined ? PLAIN : { role: 'menuitemradio', 'aria-checked': checked })}
      aria-keyshortcuts={shortcut && ariaKeys(shortcut, isMac())}
      tabIndex={-1}
      className={danger ? 'app-menu-danger' : undefined}
      onClick={onPress}
    >
      {Icon !== undefined && <Icon size={16} aria-hidden="true" />}
      <span className="app-ellipsis" dir="auto">
        {label}
      </span>
      {checked === true && <Check size={16} aria-hidden="true" />}
      {shortcut !== undefined && (
        <span className="app-menu-key" aria-hidden="true">
          {shortcutKeys(shortcut, words, isMac()).join(' ')}
        </span>
      )}
    </button>
  );
}

/** The item that a key leads to: an arrow, Home, End, or the first letter of the next that begins with it. */
function itemAfter(event: KeyboardEvent<HTMLDivElement>): HTMLElement | undefined {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
  const here = items.findIndex((item) => item.matches(':focus'));
  const { key } = event;
  if (key === 'ArrowDown') return items[(here + 1) % items.length];
  if (key === 'ArrowUp') return items.at(here <= 0 ? -1 : here - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if ([...key].length !== 1 || key === ' ' || event.ctrlKey || event.metaKey || event.altKey)
    return undefined;
  const begins = (item: HTMLElement): boolean =>
    (item.textContent ?? '').toLocaleLowerCase().startsWith(key.toLocaleLowerCase());
  return [...items.slice(here + 1), ...items.slice(0, here + 1)].find(begins);
}
