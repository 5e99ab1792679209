import { memo, useMemo } from 'react';
import { type CodeLine, highlightCode } from './highlight-code.ts';
import { useParser } from './use-parser.ts';

/** A short piece of code with its words in colours. Plain until the grammar of its language is there. */
export const CodeLines = memo(function CodeLines({
  code,
  language = '',
}: {
  readonly code: string;
  readonly language?: string | undefined;
}) {
  const parser = useParser(language);
  const lines = useMemo(() => highlightCode(code, parser), [code, parser]);
  return (
    <code>
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines only join at the end
        <Line key={place} line={line} isLast={place === lines.length - 1} />
      ))}
    </code>
  );
});

const Line = memo(
  function Line({ line, isLast }: { readonly line: CodeLine; readonly isLast: boolean }) {
    return (
      <>
        {line.map(({ text, kind }, place) =>
          kind === undefined ? (
            text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: words have no names and no state
            <span key={place} className={`mr-code-${kind}`}>
              {text}
            </span>
          ),
        )}
        {!isLast && '\n'}
      </>
    );
  },
  // Most lines are as they were when a little more comes.
  (before, after) => before.isLast === after.isLast && sameLine(before.line, after.line),
);

function sameLine(a: CodeLine, b: CodeLine): boolean {
  return a.length === b.length && a.every(({ text, kind }, i) => b[i]?.text === text && b[i]?.kind === kind);
}
