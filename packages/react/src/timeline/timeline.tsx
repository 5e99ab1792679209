import type { TimelineGroup } from '@millrace/engine';
import { ChevronRight } from 'lucide-react';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import { ShownText } from '../approval/shown/shown-text.tsx';
import { useWords } from '../words/words-context.ts';
import { closeGroups } from './close-groups.ts';
import { allItems, headerLine, type TurnStatus } from './header-line.ts';
import { Rows } from './rows.tsx';
import type { DetailsById } from './step/step-details.ts';
import { Elapsed } from './step/step-time.tsx';
import type { TimelineToolComponent } from './tool/timeline-tool.ts';
import { useFold } from './use-fold.ts';
import { useStillText } from './use-still-text.ts';

export interface TimelineProps {
  /** What was done, from `buildTimeline`. */
  readonly groups: readonly TimelineGroup[];
  /** What is known beside it, by the ids of the items. */
  readonly details?: DetailsById;
  /** Components for calls of tools; others are drawn like any call. */
  readonly tools?: Readonly<Record<string, TimelineToolComponent>>;
  /** How far the turn is; by default it runs while one of its steps does. */
  readonly status?: TurnStatus;
  /** When the turn began and ended, in milliseconds since 1970. */
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
}

const NOTHING: DetailsById = new Map();
const NO_TOOLS = {};

/** What an agent does and did, step by step, under one line that folds. */
export function Timeline({ details = NOTHING, tools = NO_TOOLS, ...turn }: TimelineProps) {
  const strings = useWords();
  const { startedAt, endedAt } = turn;
  const items = allItems(turn.groups, details);
  const isOpen = items.some(({ status }) => status === 'running' || status === 'pending');
  const status = turn.status ?? (isOpen ? 'running' : 'completed');
  const running = status === 'running';
  const groups = useMemo(() => (running ? turn.groups : closeGroups(turn.groups)), [running, turn.groups]);
  const pins = running && items.some(({ status: each }) => each === 'pending');
  const steps = useRef<HTMLDivElement>(null);
  const { open, pinned, toggle } = useFold(running, pins, steps);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const onToggle = useCallback((id: string) => setOpened((before) => withToggled(before, id)), []);
  // What was never open is not drawn.
  const [drawn, setDrawn] = useState(open);
  if (open && !drawn) setDrawn(true);
  const id = useId();
  useStillText(steps, open);
  if (groups.length === 0) return null;
  const tookMs = startedAt === undefined || endedAt === undefined ? undefined : endedAt - startedAt;
  const { lead, rest, counts } = headerLine(strings, { groups, details, status, tookMs });
  return (
    <div className="mr-timeline" data-status={status}>
      <button
        type="button"
        className="mr-timeline-head"
        aria-expanded={open}
        aria-controls={drawn ? id : undefined}
        aria-disabled={pinned || undefined}
        onClick={toggle}
      >
        <ChevronRight className="mr-timeline-mark" size={16} aria-hidden="true" />
        <span className="mr-timeline-line">
          <span className="mr-timeline-lead" dir="auto">
            <ShownText text={lead} />
          </span>
          {rest !== undefined && <span> · {rest}</span>}
          {counts && startedAt !== undefined && (
            <span className="mr-timeline-time" aria-hidden="true" suppressHydrationWarning>
              {' · '}
              <Elapsed since={startedAt} print={strings.elapsed} />
            </span>
          )}
        </span>
      </button>
      {drawn && (
        <div id={id} className="mr-timeline-steps" ref={steps} hidden={!open}>
          <Rows {...{ groups, details, tools, running, opened, onToggle }} label={strings.steps} depth={0} />
        </div>
      )}
    </div>
  );
}

function withToggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
