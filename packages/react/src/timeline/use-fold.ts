import { type RefObject, useEffect, useState } from 'react';

/** So long it stays open behind the end. */
const FOLD_MS = 600;

export interface Fold {
  readonly open: boolean;
  /** True while something waits for the person: it stays open then. */
  readonly pinned: boolean;
  readonly toggle: () => void;
}

/** Open while something happens, and folded a moment later; a person's choice stays, and so does the state while the focus is inside. */
export function useFold(running: boolean, pinned: boolean, steps: RefObject<HTMLElement | null>): Fold {
  const [chosen, setChosen] = useState<boolean>();
  const [lately, setLately] = useState(running);
  useEffect(() => {
    if (running) {
      setLately(true);
      return undefined;
    }
    const timer = setTimeout(() => {
      // A person who reads the steps with the keyboard would lose their place.
      if (steps.current?.contains(document.activeElement)) setChosen((before) => before ?? true);
      setLately(false);
    }, FOLD_MS);
    return () => clearTimeout(timer);
  }, [running, steps]);
  const open = pinned || (chosen ?? (running || lately));
  return { open, pinned, toggle: () => !pinned && setChosen(!open) };
}
