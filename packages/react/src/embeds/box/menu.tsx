'use client';

import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { isClosing, nextItem, typedItem } from './menu-keys.ts';

/** One action of a menu. */
export interface MenuAction {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly act: () => void;
}

export interface MenuProps {
  readonly label: string;
  readonly actions: readonly MenuAction[];
  /** The corner at which it opens, in pixels of the window. It moves to stay in sight. */
  readonly at: { readonly x: number; readonly y: number };
  /** Closes it; with `refocus` the focus goes back to where it was. */
  readonly onClose: (refocus: boolean) => void;
}

const EDGE = 8;
/** Letters that follow each other faster than this are one word. */
const WORD_MS = 700;

/** A menu over the page: arrows, Home, End and letters go to an action, Enter does it, Escape closes. */
export function Menu({ label, actions, at: { x, y }, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const latest = useRef(onClose);
  useLayoutEffect(() => {
    latest.current = onClose;
  });
  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return;
    // In the top layer nothing around it can cut it off.
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(EDGE, Math.min(x, innerWidth - width - EDGE))}px`;
    element.style.top = `${Math.max(EDGE, Math.min(y, innerHeight - height - EDGE))}px`;
    itemsOf(element)[0]?.focus({ preventScroll: true });
  }, [x, y]);
  useEffect(() => {
    const press = ({ target }: Event): void => {
      if (!(target instanceof Node && menu.current?.contains(target))) latest.current(false);
    };
    const leave = (): void => latest.current(false);
    document.addEventListener('pointerdown', press, { capture: true });
    addEventListener('blur', leave);
    addEventListener('resize', leave);
    return () => {
      document.removeEventListener('pointerdown', press, { capture: true });
      removeEventListener('blur', leave);
      removeEventListener('resize', leave);
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // The page under it hears none of its keys.
    event.stopPropagation();
    const items = itemsOf(event.currentTarget);
    const here = items.indexOf(document.activeElement as HTMLElement);
    if (isClosing(event)) {
      finish(event, () => onClose(true));
      return;
    }
    const isLetter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey;
    if (isLetter) {
      const isNew = event.timeStamp - typed.current.at > WORD_MS;
      typed.current = { text: (isNew ? '' : typed.current.text) + event.key, at: event.timeStamp };
    }
    const next = isLetter
      ? typedItem(
          actions.map((action) => action.label),
          here,
          typed.current.text,
        )
      : nextItem(event.key, here, items.length);
    if (next !== undefined) finish(event, () => items[next]?.focus());
  };
  return (
    <div
      ref={menu}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className="mr-menu"
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {actions.map(({ label: name, Icon, act }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            onClose(true);
            act();
          }}
        >
          <Icon size={16} aria-hidden="true" />
          {name}
        </button>
      ))}
    </div>
  );
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

function finish(event: KeyboardEvent, act: () => void): void {
  event.preventDefault();
  act();
}
