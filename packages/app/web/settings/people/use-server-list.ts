import { ApiError } from '@millrace/react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

export interface ServerList<List> {
  /** Undefined while it is not loaded. */
  readonly list: List | undefined;
  readonly problem: string | undefined;
  /** The last change that was made, in words, for a live region. */
  readonly said: string;
  /** Gets the focus when a change took away the element that had it. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** Rejects when the list did not come. */
  readonly reload: () => Promise<void>;
  /** Does something, then shows the list as it is now and says what was done. Never rejects. */
  readonly change: (work: Promise<unknown>, done: string) => Promise<void>;
}

/** A list that the server keeps, and changes to it. `load` must stay the same function. */
export function useServerList<List>(
  load: () => Promise<List>,
  words: { readonly loadFailed: string; readonly failed: string },
): ServerList<List> {
  const [list, setList] = useState<List>();
  // Its words are those of the language of now, which comes after the list.
  const [problem, setProblem] = useState<keyof typeof words>();
  const [said, setSaid] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const changed = useRef(false);
  const reload = useCallback(async () => setList(await load()), [load]);
  useEffect(() => {
    reload().catch(() => setProblem('loadFailed'));
  }, [reload]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list may have drawn other buttons
  useEffect(() => {
    if (changed.current && document.activeElement === document.body) heading.current?.focus();
    changed.current = false;
  }, [list]);

  async function change(work: Promise<unknown>, done: string): Promise<void> {
    setProblem(undefined);
    setSaid('');
    try {
      // One that is gone needs no change: the new list shows it.
      const isGone = await work.then(() => false, goneOrThrow);
      changed.current = true;
      await reload();
      if (!isGone) setSaid(done);
    } catch (error) {
      // A person who did not confirm has changed their mind.
      if (!isNotFresh(error)) setProblem('failed');
    }
  }
  return { list, problem: problem && words[problem], said, heading, reload, change };
}

/** True for what the server did not do because nobody confirmed it. Pure. */
export function isNotFresh(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_fresh';
}

function goneOrThrow(error: unknown): true {
  if (error instanceof ApiError && error.status === 404) return true;
  throw error;
}
