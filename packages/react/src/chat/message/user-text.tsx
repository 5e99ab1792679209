'use client';

import { type ParsedMessage, parseMessage } from '@millrace/engine/document';
import { ChevronDown } from 'lucide-react';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { DocumentView } from '../../document/document-view.tsx';
import { useWords } from '../../words/words-context.ts';

/**
 * The words of a person, with the previews that they had in the composer. More than twelve lines of them, measured as they are drawn, are cut with a button that shows all; the whole
 * text is in the page either way. The cut itself is CSS, so nothing jumps when the measure comes.
 */
export function UserText({ id: messageId, text }: { readonly id: string; readonly text: string }) {
  const strings = useWords();
  const document = useMemo(() => readWords(messageId, text), [messageId, text]);
  const inner = useRef<HTMLDivElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const id = useId();

  useLayoutEffect(() => {
    const content = inner.current;
    if (content === null) return;
    const measure = (): void => {
      const limit = Number.parseFloat(getComputedStyle(content).lineHeight) * LINES;
      // A part of a pixel is no line.
      setLong(content.offsetHeight > limit + 1);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(content);
    return () => observer.disconnect();
  }, []);

  return (
    <div className="mr-bubble">
      <div className={boxClass(isLong, isOpen)} id={id}>
        <div dir="auto" ref={inner}>
          {document === undefined ? text : <DocumentView {...document} kind="asked" />}
        </div>
      </div>
      {isLong && (
        <button
          type="button"
          className="mr-show-full"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? strings.showLess : strings.showFull}
          <ChevronDown size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** More text outside of previews would make thousands of elements that nobody looks at. */
const MOST_DRAWN = 50_000;

/** The document of a message, if it is one that can be drawn. */
function readWords(messageId: string, text: string): Pick<ParsedMessage, 'doc' | 'contents'> | undefined {
  const parsed = parseMessage(text, { mode: 'read', messageId, role: 'user' });
  let drawn = text.length;
  for (const content of parsed.contents.values())
    drawn -= typeof content === 'string' ? content.length : content.grid.flat().join(' | ').length;
  return drawn > MOST_DRAWN ? undefined : parsed;
}

/** As many lines as the style sheet leaves. */
const LINES = 12;

function boxClass(isLong: boolean, isOpen: boolean): string {
  if (isOpen) return 'mr-user-text mr-user-text-open';
  return isLong ? 'mr-user-text mr-user-text-cut' : 'mr-user-text';
}
