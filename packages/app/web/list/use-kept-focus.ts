import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const ROW = '[data-row]';

/** Keeps the focus in a list whose rows move and go: it follows its row, else it goes to the one that takes its place. */
export function useKeptFocus(box: RefObject<HTMLElement | null>): void {
  const focused = useRef<{ readonly id: string | undefined; readonly place: number }>(undefined);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const note = (): void => {
      const row = rowOf(document.activeElement);
      const place = rows(element).findIndex((each) => rowOf(each) === row);
      focused.current = row === null ? undefined : { id: idOf(row), place };
    };
    const leave = ({ relatedTarget }: FocusEvent): void => {
      // An element that is removed loses the focus to nobody.
      if (relatedTarget instanceof Element && !element.contains(relatedTarget)) focused.current = undefined;
    };
    element.addEventListener('focusin', note);
    element.addEventListener('focusout', leave);
    return () => {
      element.removeEventListener('focusin', note);
      element.removeEventListener('focusout', leave);
    };
  }, [box]);
  useLayoutEffect(() => {
    const [element, was] = [box.current, focused.current];
    if (element === null || was === undefined || document.activeElement !== document.body) return;
    const all = rows(element);
    const same = all.find((each) => idOf(rowOf(each)) === was.id);
    (same ?? all[Math.min(was.place, all.length - 1)])?.focus();
  });
}

const rows = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>(ROW)];
const rowOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('[data-chat], [data-folder]') ?? null;
const idOf = (row: HTMLElement | null): string | undefined => row?.dataset['chat'] ?? row?.dataset['folder'];
