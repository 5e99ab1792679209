'use client';

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { isShortcut } from '../../page/shortcuts.ts';
import { useWords } from '../../words/words-context.ts';
import { isDiff } from '../highlight/diff-lines.ts';
import { useParser } from '../highlight/use-parser.ts';
import { awaitsFocus } from './awaits-focus.ts';
import { type CodeView, createCodeView } from './code-view.ts';

export interface CodeViewProps {
  readonly text: string;
  readonly before: string | undefined;
  readonly label: string;
  readonly language: string;
  readonly wraps: boolean;
}

/** A view of code in a box. It is made again only when it is compared with something else. */
export function useCodeView({ text, before, label, language, wraps }: CodeViewProps): {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly find: () => void;
} {
  const strings = useWords();
  const hasChanges = isDiff(language);
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<CodeView>(undefined);
  const parser = useParser(language);
  const first = useRef(text);
  first.current = text;
  useLayoutEffect(() => {
    if (box.current === null) return undefined;
    const made = createCodeView({
      ...{ parent: box.current, text: first.current, before, label, strings, isDiff: hasChanges },
    });
    view.current = made;
    return () => made.destroy();
  }, [before, label, strings, hasChanges]);
  useLayoutEffect(() => view.current?.show(text), [text]);
  // The following is set again when the view is another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => view.current?.setParser(parser), [parser, before, label, strings]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => view.current?.setWrap(wraps), [wraps, before, label, strings]);
  useEffect(() => {
    // The dialog has the focus only when it is open, which is after all of this was made.
    if (awaitsFocus(box.current)) view.current?.focus();
  }, []);
  const find = useCallback(() => view.current?.find(), []);
  useFindKey(box, find);
  return { box, find };
}

/** Ctrl or Cmd+F finds in the code wherever the focus is in the dialog: to search the page below would be of no use. */
function useFindKey(box: RefObject<HTMLElement | null>, find: () => void): void {
  // Before the code is painted: whoever sees it may press the keys.
  useLayoutEffect(() => {
    const dialog = box.current?.closest('dialog');
    const onKey = (event: KeyboardEvent): void => {
      if (!isShortcut('find', event)) return;
      event.preventDefault();
      find();
    };
    dialog?.addEventListener('keydown', onKey);
    return () => dialog?.removeEventListener('keydown', onKey);
  }, [box, find]);
}
