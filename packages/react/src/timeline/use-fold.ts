'use client';

import { useCallback, useEffect, useState } from 'react';
import { foldingParts } from './folding-parts.ts';

/** So long it stays open behind the end. */
const FOLD_MS = 600;

export interface Fold {
  readonly open: boolean;
  /** True while something waits for the person: it stays open then. */
  readonly pinned: boolean;
  readonly toggle: () => void;
}

/** Open while something happens, and folded a moment later; a person's choice stays, and so does the state while the focus is inside. */
export function useFold(running: boolean, pinned: boolean, id: string): Fold {
  const [chosen, setChosen] = useState<boolean>();
  const [lately, setLately] = useState(running);
  useEffect(() => {
    if (running) {
      setLately(true);
      return undefined;
    }
    const timer = setTimeout(() => {
      // A person who reads the steps with the keyboard would lose their place.
      const hasFocus = foldingParts(id).some((part) => part.contains(document.activeElement));
      if (hasFocus) setChosen((before) => before ?? true);
      setLately(false);
    }, FOLD_MS);
    return () => clearTimeout(timer);
  }, [running, id]);
  const open = pinned || (chosen ?? (running || lately));
  const toggle = useCallback(() => !pinned && setChosen(!open), [pinned, open]);
  return { open, pinned, toggle };
}
