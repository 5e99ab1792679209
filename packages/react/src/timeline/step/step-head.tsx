import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { LineCounts } from '../../approval/diff/line-counts.tsx';
import { withEscapes } from '../../approval/shown/show-hidden.ts';
import { ShownText } from '../../approval/shown/shown-text.tsx';
import { useWords } from '../../words/words-context.ts';
import type { Parallel } from './arrange-rows.ts';
import type { StepDetails, StepState } from './step-details.ts';
import { StepTime } from './step-time.tsx';

export interface StepHeadProps {
  readonly title: string;
  readonly target?: string | undefined;
  readonly state: StepState;
  readonly details?: StepDetails | undefined;
  readonly parallel?: Parallel | undefined;
  /** Undefined when there is nothing to open. */
  readonly expanded: boolean | undefined;
  readonly onToggle?: () => void;
  /** True when it can't be closed now. */
  readonly pinned?: boolean;
  /** The id of the part that it opens. */
  readonly controls?: string | undefined;
  /** More notes, and actions for the person. */
  readonly children?: ReactNode;
}

/** The line of a step: its action, its target, notes, and how long it takes. */
export function StepHead(props: StepHeadProps) {
  const { title, target, state, details, parallel, expanded, pinned = false, children } = props;
  const words = (
    <>
      <span className="mr-step-title" dir="auto">
        <ShownText text={title} />
      </span>
      {target !== undefined && (
        <>
          {' '}
          <code className="mr-step-target" dir="ltr">
            <ShownText text={target} />
          </code>
        </>
      )}
      <Notes {...{ state, details, parallel }} />
    </>
  );
  return (
    <div className="mr-step-line">
      {expanded === undefined ? (
        <div className="mr-step-head">{words}</div>
      ) : (
        <button
          type="button"
          className="mr-step-head"
          aria-expanded={expanded}
          aria-controls={expanded ? props.controls : undefined}
          aria-disabled={pinned || undefined}
          onClick={props.onToggle}
        >
          {words}
          <ChevronRight className="mr-step-mark" size={14} aria-hidden="true" />
        </button>
      )}
      {children}
      <StepTime {...details} state={state} />
    </div>
  );
}

/** Words that the dot says as well, for those who can't see it. */
const QUIET: ReadonlySet<StepState> = new Set(['running', 'done', 'waiting']);

function Notes({ state, details = {}, parallel }: Pick<StepHeadProps, 'state' | 'details' | 'parallel'>) {
  const strings = useWords();
  const { note, problem, progress, added, removed } = details;
  const isSaid = QUIET.has(state) || (state === 'denied' && note !== undefined);
  const noted = note !== undefined && (
    <span className="mr-step-note" dir="auto">
      {' '}
      {withEscapes(note)}
    </span>
  );
  return (
    <>
      {added !== undefined && removed !== undefined && <LineCounts added={added} removed={removed} />}
      {/* The reason follows "failed:", so nothing may stand between them. */}
      {problem !== undefined && noted}
      <span className={isSaid ? 'mr-sr-only' : 'mr-step-state'}>
        {' '}
        {problem === undefined ? strings.toolStates[state] : strings.because(strings.toolStates[state])}
      </span>
      {parallel !== undefined && <span className="mr-sr-only"> {strings.atOnce}</span>}
      {problem === undefined && noted}
      {problem !== undefined && (
        <span className="mr-step-problem" dir="auto">
          {' '}
          <ShownText text={problem} />
        </span>
      )}
      {progress !== undefined && (
        <span className="mr-step-progress">
          {' '}
          <progress value={progress} aria-label={strings.toolStates.running} /> {strings.percent(progress)}
        </span>
      )}
    </>
  );
}
