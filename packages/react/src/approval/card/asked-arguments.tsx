'use client';

import type { ApprovalRequest } from '@millrace/engine/run';
import { useMemo, useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import { ChangeView, changeLines } from '../diff/change-view.tsx';
import { isJsonObject } from '../form/json.ts';
import { showHidden } from '../shown/show-hidden.ts';
import { Arguments, countLines } from './arguments.tsx';

const MOST_LINES = 40;

/** All that a person says yes or no to: what would change, and every argument. What is long scrolls and says so. */
export function AskedArguments({
  approval,
}: {
  readonly approval: Pick<ApprovalRequest, 'input' | 'schema' | 'change'>;
}) {
  const strings = useWords();
  const { input, schema = {}, change } = approval;
  const [all, setAll] = useState(false);
  const { open, folded } = useMemo(() => split(input, change?.shows), [input, change]);
  const lines = useMemo(
    () => (open === undefined ? 0 : countLines(open)) + (change === undefined ? 0 : changeLines(change)),
    [open, change],
  );
  const hides = useMemo(() => hasHidden([input, change]), [input, change]);
  const scrolls = lines > MOST_LINES && !all;
  return (
    <>
      <div
        className="mr-approval-body"
        data-scrolls={scrolls || undefined}
        tabIndex={scrolls ? 0 : undefined}
      >
        {change !== undefined && <ChangeView change={change} />}
        {open !== undefined && <Arguments input={open} schema={schema} />}
        {folded !== undefined && (
          <details className="mr-approval-folded">
            <summary>{strings.allArguments}</summary>
            <Arguments input={folded} schema={schema} />
          </details>
        )}
      </div>
      {scrolls && (
        <p className="mr-approval-more">
          {strings.manyLines(lines, MOST_LINES)}
          <button
            type="button"
            className="mr-button-quiet"
            onClick={({ currentTarget }) => {
              setAll(true);
              // The button that was pressed is gone.
              currentTarget.closest<HTMLElement>('[data-waiting]')?.focus({ preventScroll: true });
            }}
          >
            {strings.showAll}
          </button>
        </p>
      )}
      {hides && <p className="mr-approval-hint">{strings.hiddenNote}</p>}
    </>
  );
}

/** The arguments that a change does not show, and those that it does. None is in neither. */
function split(
  input: unknown,
  shows: readonly string[] = [],
): { readonly open?: unknown; readonly folded?: unknown } {
  const known = new Set(shows);
  if (!isJsonObject(input) || known.size === 0) return { open: input };
  const entries = Object.entries(input);
  const rest = entries.filter(([key]) => !known.has(key));
  const shown = entries.filter(([key]) => known.has(key));
  return {
    ...(rest.length > 0 && { open: Object.fromEntries(rest) }),
    ...(shown.length > 0 && { folded: Object.fromEntries(shown) }),
  };
}

/** Tells whether there is something in it that nobody would see. Pure. */
export function hasHidden(value: unknown): boolean {
  if (typeof value === 'string') return showHidden(value).some(({ hidden }) => hidden);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some((entry) => entry.some(hasHidden));
}
