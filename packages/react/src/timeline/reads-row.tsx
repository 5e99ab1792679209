'use client';

import type { ToolCallItem } from '@millrace/engine';
import { type ReactNode, useId, useState } from 'react';
import { useWords, type Words } from '../words/words-context.ts';
import type { DetailsById, StepDetails } from './step/step-details.ts';
import { StepHead } from './step/step-head.tsx';

export interface ReadsRowProps {
  readonly items: readonly ToolCallItem[];
  readonly details: DetailsById;
  /** True when a person looks at one of them already. */
  readonly looksInside: boolean;
  /** The reads one by one. */
  readonly children: ReactNode;
}

/** Many reads in one line, which opens. */
export function ReadsRow({ items, details, looksInside, children }: ReadsRowProps) {
  const strings = useWords();
  const [chosen, setChosen] = useState<boolean>();
  const open = chosen ?? looksInside;
  const id = useId();
  const reads = items.flatMap((item) => details.get(item.id) ?? []);
  return (
    <li className="mr-step" data-state="done">
      <StepHead
        title={readsLine(strings, reads)}
        state="done"
        details={{
          startedAt: least(reads.flatMap(({ startedAt }) => startedAt ?? [])),
          endedAt: most(reads.flatMap(({ endedAt }) => endedAt ?? [])),
        }}
        expanded={open}
        controls={id}
        onToggle={() => setChosen(!open)}
      />
      {open && (
        <div className="mr-step-inner" id={id}>
          {children}
        </div>
      )}
    </li>
  );
}

const least = (all: readonly number[]): number | undefined =>
  all.length === 0 ? undefined : Math.min(...all);
const most = (all: readonly number[]): number | undefined =>
  all.length === 0 ? undefined : Math.max(...all);

/** "Read 6 files, searched 2 times". */
export function readsLine(strings: Words, reads: readonly Pick<StepDetails, 'folds'>[]): string {
  const count = (kind: StepDetails['folds']): number => reads.filter(({ folds }) => folds === kind).length;
  const [read, search, list] = [count('read'), count('search'), count('list')];
  const line = [
    read > 0 && strings.readFiles(read),
    search > 0 && strings.searchedTimes(search),
    list > 0 && strings.listedFolders(list),
  ]
    .filter((part) => part !== false)
    .join(', ');
  return line.charAt(0).toUpperCase() + line.slice(1);
}
