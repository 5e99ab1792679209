'use client';

import { useMemo, useState } from 'react';
import { VList } from 'virtua';
import { ShownText } from '../../approval/shown/shown-text.tsx';
import { useWords } from '../../words/words-context.ts';
import { type OutputOf, ShowAllButton } from './show-all-button.tsx';

/** A longer text is shown in part first. */
const MOST_LINES = 40;

export interface LongTextProps {
  readonly text: string;
  readonly failed: boolean;
  readonly of: OutputOf;
}

/** A text of any length: its first lines, and on demand all of them, of which only those in sight are drawn. */
export function LongText({ text, failed, of }: LongTextProps) {
  const strings = useWords();
  const [all, setAll] = useState(false);
  const lines = useMemo(() => text.split('\n'), [text]);
  const isLong = lines.length > MOST_LINES;
  if (isLong && all)
    return (
      <div className="mr-lines" ref={focusInside}>
        <VList tabIndex={0} role="group" aria-label={strings.output}>
          {lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is named by its number
            <pre key={place} dir="auto">
              <ShownText text={line === '' ? '\n' : line} />
            </pre>
          ))}
        </VList>
      </div>
    );
  return (
    <>
      <pre className={failed ? 'mr-step-problem' : undefined} dir="auto">
        <ShownText text={isLong ? lines.slice(0, MOST_LINES).join('\n') : text} />
      </pre>
      {isLong && <ShowAllButton of={of} text={text} lines={lines.length} onShow={() => setAll(true)} />}
    </>
  );
}

/** The button that asked for it is gone. */
function focusInside(element: HTMLElement | null): void {
  element?.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
}
