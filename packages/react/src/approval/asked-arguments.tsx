import { useMemo, useState } from 'react';
import { strings } from '../words/strings.ts';
import { Arguments, countLines } from './arguments.tsx';
import { showHidden } from './show-hidden.ts';

const MOST_LINES = 40;

/** All that a person says yes or no to. What is long scrolls and says so; nothing is left out. */
export function AskedArguments({ input }: { readonly input: unknown }) {
  const [all, setAll] = useState(false);
  const lines = useMemo(() => countLines(input), [input]);
  const hides = useMemo(() => hasHidden(input), [input]);
  const scrolls = lines > MOST_LINES && !all;
  return (
    <>
      <div
        className="mr-approval-body"
        data-scrolls={scrolls || undefined}
        tabIndex={scrolls ? 0 : undefined}
      >
        <Arguments input={input} />
      </div>
      {scrolls && (
        <p className="mr-approval-more">
          {strings.manyLines(lines, MOST_LINES)}
          <button type="button" className="mr-button-quiet" onClick={() => setAll(true)}>
            {strings.showAll}
          </button>
        </p>
      )}
      {hides && <p className="mr-approval-hint">{strings.hiddenNote}</p>}
    </>
  );
}

function hasHidden(value: unknown): boolean {
  if (typeof value === 'string') return showHidden(value).some(({ hidden }) => hidden);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some((entry) => entry.some(hasHidden));
}
