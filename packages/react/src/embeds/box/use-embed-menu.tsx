'use client';

import {
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  use,
  useRef,
  useState,
} from 'react';
import { useBrief } from '../../page/use-brief.ts';
import { useWords } from '../../words/words-context.ts';
import { AskAbout } from '../ask-about.ts';
import type { EmbedProps } from '../embed-component.ts';
import { FullScreenContext } from '../full-screen-context.ts';
import { embedActions, MoreActionsContext } from './embed-actions.ts';
import { embedName } from './embed-name.ts';
import { Menu } from './menu.tsx';

export interface EmbedMenu {
  /** For the element of the preview. */
  readonly area: Pick<
    HTMLAttributes<HTMLElement>,
    | 'onContextMenu'
    | 'onKeyDown'
    | 'onPointerDown'
    | 'onPointerMove'
    | 'onPointerUp'
    | 'onPointerCancel'
    | 'onClickCapture'
  >;
  /** To draw inside of it. */
  readonly menu: ReactNode;
}

interface Opened {
  readonly at: { readonly x: number; readonly y: number };
  /** The element that gets the focus back. */
  readonly back: HTMLElement | undefined;
}

const LONG_PRESS_MS = 500;
const TOLD_MS = 2000;
/** A finger that moves further scrolls. */
const STILL_PX = 10;

/** The menu of a preview, by right click, Shift+F10, the menu key or a long press. */
export function useEmbedMenu({ attrs, content }: EmbedProps): EmbedMenu {
  const strings = useWords();
  const screen = use(FullScreenContext);
  const ask = use(AskAbout);
  const more = use(MoreActionsContext);
  const [opened, setOpened] = useState<Opened>();
  const [said, say] = useBrief('', TOLD_MS);
  const press = useLongPress((element, x, y) => open(element, x, y));

  function open(element: HTMLElement, x: number, y: number): void {
    const active = document.activeElement;
    // A field that is written in has the focus of the previews in it.
    const isNear =
      active instanceof HTMLElement &&
      active !== document.body &&
      (element.contains(active) || active.contains(element));
    setOpened({ at: { x, y }, back: isNear ? active : firstStop(element) });
  }
  function close(refocus: boolean): void {
    setOpened(undefined);
    if (refocus) opened?.back?.focus({ preventScroll: true });
  }
  const canOpen = screen?.canOpen(attrs.type) === true;
  const parts = {
    ...{ strings, ask, say },
    open: canOpen ? () => screen.open(attrs.id, opened?.back ?? document.body) : undefined,
  };
  const actions = opened === undefined ? [] : [...more(attrs), ...embedActions(attrs, content, parts)];
  return {
    area: {
      ...press,
      onContextMenu(event: MouseEvent<HTMLElement>) {
        if (hasOwnMenu(event)) return;
        event.preventDefault();
        open(event.currentTarget, event.clientX, event.clientY);
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
        event.preventDefault();
        const { left, top } = (event.target as HTMLElement).getBoundingClientRect();
        open(event.currentTarget, left, top);
      },
    },
    menu: (
      <>
        {actions.length > 0 && opened !== undefined && (
          <Menu label={embedName(strings, attrs)} at={opened.at} actions={actions} onClose={close} />
        )}
        {said !== '' && (
          <span className="mr-sr-only" role="status">
            {said}
          </span>
        )}
      </>
    ),
  };
}

/** Links and selected text keep the browser's own menu. */
function hasOwnMenu({ target }: MouseEvent): boolean {
  if (target instanceof Element && target.closest('a, input, textarea, [role="menu"]') !== null) return true;
  const selection = getSelection();
  return selection?.isCollapsed === false && target instanceof Node && selection.containsNode(target, true);
}

function firstStop(element: HTMLElement): HTMLElement | undefined {
  return element.querySelector<HTMLElement>('button, [tabindex="0"]') ?? undefined;
}

/** Hears a finger that stays. Some browsers tell of it by themselves, others do not. */
function useLongPress(heard: (element: HTMLElement, x: number, y: number) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const from = useRef({ x: 0, y: 0 });
  const isLong = useRef(false);
  const stop = (): void => clearTimeout(timer.current);
  return {
    onPointerDown({ pointerType, target, currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
      stop();
      isLong.current = false;
      if (
        pointerType !== 'touch' ||
        (target instanceof Element && target.closest('a, [role="menu"]') !== null)
      )
        return;
      from.current = { x: clientX, y: clientY };
      timer.current = setTimeout(() => {
        isLong.current = true;
        heard(currentTarget, clientX, clientY);
      }, LONG_PRESS_MS);
    },
    onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
      const { x, y } = from.current;
      if (Math.hypot(clientX - x, clientY - y) > STILL_PX) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    /** The press that opened the menu is no press on what lies under the finger. */
    onClickCapture(event: MouseEvent<HTMLElement>) {
      if (!isLong.current) return;
      isLong.current = false;
      if (event.target instanceof Element && event.target.closest('[role="menu"]') !== null) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
