import { useState } from 'react';

const KEY = 'millrace.folders';

/** The folders of the list that are open, kept in this browser. */
export function useOpenParts(): {
  readonly isOpen: (part: string) => boolean;
  readonly setOpen: (part: string, open: boolean) => void;
} {
  const [open, setAll] = useState(readParts);
  return {
    isOpen: (part) => open.has(part),
    setOpen(part, isOpen) {
      const next = new Set(open);
      if (isOpen) next.add(part);
      else next.delete(part);
      localStorage.setItem(KEY, JSON.stringify([...next]));
      setAll(next);
    },
  };
}

/** The kept text may be of another version, or not ours. */
function readParts(): ReadonlySet<string> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(found) ? found.filter((part) => typeof part === 'string') : []);
  } catch {
    return new Set();
  }
}
