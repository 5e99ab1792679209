import type { TimelineGroup } from '@millrace/engine';
import { ChevronRight } from 'lucide-react';
import { memo, useCallback, useId, useMemo, useRef, useState } from 'react';
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

export interface TimelineViewProps {
  readonly groups: readonly TimelineGroup[];
  readonly details: DetailsById;
  readonly tools?: Readonly<Record<string, TimelineToolComponent>>;
  readonly status?: TurnStatus;
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
}

const NO_TOOLS = {};

/** The work of an agent, step by step, under one line that folds. It is drawn again only when a step or the turn is another. */
export const TimelineView = memo(function TimelineView(props: TimelineViewProps) {
  const strings = useWords();
  const { details, tools = NO_TOOLS, ...turn } = props;
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
  // A timeline that was never open is not drawn.
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
});

function withToggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
