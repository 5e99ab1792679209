'use client';

import type { TimelineGroup } from '@millrace/engine';
import { useCallback, useId, useMemo, useState } from 'react';
import { useAnsweredCalls } from '../approval/decision/use-kept-answer.ts';
import { allItems, type TurnStatus } from './header-line.ts';
import { offersWords } from './kept-words.tsx';
import type { DetailsById } from './step/step-details.ts';
import { useFold } from './use-fold.ts';
import { useStillText } from './use-still-text.ts';

/** The state that the head of a timeline shares with its steps, which may stand in several places. */
export interface TimelineState {
  /** Names the parts that fold, by `data-fold`. */
  readonly id: string;
  readonly status: TurnStatus;
  readonly running: boolean;
  readonly open: boolean;
  readonly pinned: boolean;
  /** False for a timeline that was never open: its steps are not drawn. */
  readonly drawn: boolean;
  readonly toggle: () => void;
  /** The steps that a person has opened. */
  readonly opened: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

export interface TimelineFacts {
  readonly groups: readonly TimelineGroup[];
  readonly details: DetailsById;
  readonly status?: TurnStatus | undefined;
}

/** Folds and unfolds the steps of a turn. The same object as long as nothing in it changes. */
export function useTimeline({ groups, details, status: given }: TimelineFacts): TimelineState {
  const answered = useAnsweredCalls();
  const { isOpen, waits, offers } = useMemo(() => {
    const items = allItems(groups, details);
    const pending = items.some((item) => item.status === 'pending');
    return {
      isOpen: pending || items.some((item) => item.status === 'running'),
      waits: pending,
      // Words that nobody read yet would be lost in a fold.
      offers:
        answered.size > 0 && items.some((item) => answered.has(item.id) && offersWords(details.get(item.id))),
    };
  }, [groups, details, answered]);
  const status = given ?? (isOpen ? 'running' : 'completed');
  const running = status === 'running';
  const id = useId();
  const { open, pinned, toggle } = useFold(running, offers || (running && waits), id);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const onToggle = useCallback((step: string) => setOpened((before) => withToggled(before, step)), []);
  const [drawn, setDrawn] = useState(open);
  if (open && !drawn) setDrawn(true);
  useStillText(id, open);
  return useMemo(
    () => ({ id, status, running, open, pinned, drawn, toggle, opened, onToggle }),
    [id, status, running, open, pinned, drawn, toggle, opened, onToggle],
  );
}

function withToggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
