'use client';

import { memo, type ReactNode } from 'react';
import type { CodeLine, CodeToken } from './plain-code.ts';
import { useCodeLines } from './use-code-lines.ts';

/** Lines that are laid out together: what is far from the end of a growing code costs nothing more. */
const PART = 24;

export interface CodeLinesProps {
  readonly code: string;
  readonly language?: string | undefined;
  /** True when more of it may come. */
  readonly isGrowing?: boolean;
}

/** A piece of code with its words in colours. Plain until the grammar of its language is there. Lines keep their nodes. */
export const CodeLines = memo(function CodeLines({ code, language = '', isGrowing = false }: CodeLinesProps) {
  const lines = useCodeLines(code, language, isGrowing);
  const parts = Array.from({ length: Math.ceil(lines.length / PART) }, (_, i) =>
    lines.slice(i * PART, (i + 1) * PART),
  );
  return (
    <code>
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines only join at the end
        <Part key={place} lines={part} isLast={place === parts.length - 1} />
      ))}
    </code>
  );
});

interface PartProps {
  readonly lines: readonly CodeLine[];
  readonly isLast: boolean;
}

const Part = memo(
  function Part({ lines, isLast }: PartProps) {
    return (
      <span className="mr-code-part">
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines only join at the end
          <Line key={place} line={line} isLast={isLast && place === lines.length - 1} />
        ))}
      </span>
    );
  },
  (before, after) =>
    before.isLast === after.isLast &&
    before.lines.length === after.lines.length &&
    before.lines.every((line, place) => line === after.lines[place]),
);

const Line = memo(
  function Line({ line, isLast }: { readonly line: CodeLine; readonly isLast: boolean }) {
    return isLast ? drawWords(line) : drawWords(line.length === 0 ? [BREAK] : line, '\n');
  },
  // Most lines are as they were when a little more comes.
  (before, after) => before.isLast === after.isLast && sameLine(before.line, after.line),
);

const BREAK: CodeToken = { text: '' };

/**
 * Words with a kind stand in even places and plain ones in odd places, so that the text of a line that was plain is the
 * same node when its words get their kinds. What ends the line belongs to its last word.
 */
function drawWords(line: CodeLine, end = ''): readonly ReactNode[] {
  const drawn: ReactNode[] = [];
  for (const [i, word] of line.entries()) {
    const text = i === line.length - 1 ? word.text + end : word.text;
    const isPlain = word.kind === undefined;
    if (drawn.length % 2 !== (isPlain ? 1 : 0)) drawn.push(null);
    drawn.push(
      isPlain ? (
        text
      ) : (
        <span key={drawn.length} className={`mr-code-${word.kind}`}>
          {text}
        </span>
      ),
    );
  }
  return drawn;
}

function sameLine(a: CodeLine, b: CodeLine): boolean {
  return (
    a === b ||
    (a.length === b.length && a.every(({ text, kind }, i) => b[i]?.text === text && b[i]?.kind === kind))
  );
}
