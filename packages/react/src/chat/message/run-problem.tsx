import type { MessageRecord } from '@millrace/engine/run';
import { Square, TriangleAlert } from 'lucide-react';
import { use } from 'react';
import { problemOf } from '../../words/problem-of.ts';
import { useWords } from '../../words/words-context.ts';
import { TurnActionsContext } from '../state/turn-actions.ts';
import { useAttempt } from '../state/use-attempt.ts';
import { useSeconds } from '../state/use-seconds.ts';
import { ContinueButton } from './continue-button.tsx';
import { errorParts } from './error-parts.ts';

export interface RunProblemProps {
  readonly answerId: string;
  readonly error: NonNullable<MessageRecord['error']>;
  /** When it happened. */
  readonly at: number | undefined;
  /** True when some of the answer had arrived. */
  readonly hasText: boolean;
  /** True when it has just happened; an older problem does not interrupt a person who comes back. */
  readonly isNews: boolean;
}

/** Why an answer was not finished: who and what, what to do, and the ways to do it. */
export function RunProblem({ answerId, error, at, hasText, isNews }: RunProblemProps) {
  const strings = useWords();
  const turns = use(TurnActionsContext);
  const { busy, problem, run } = useAttempt();
  const { title, body } = errorParts(problemOf(strings, error));
  const until = at === undefined || error.retry_after === undefined ? 0 : at + error.retry_after * 1000;
  const now = useSeconds(until > Date.now());
  const wait = Math.max(0, Math.ceil((until - now) / 1000));
  // They stay in their place while an answer is written, so that nothing moves.
  const idle = turns?.canAct === true && !busy;
  const off = !idle || wait > 0;
  const retry = (model?: string): void => void run(async () => turns?.retry(answerId, model));
  return (
    <div className="mr-error">
      <div role={isNews ? 'alert' : undefined}>
        <p className="mr-error-title">
          <TriangleAlert size={16} aria-hidden="true" />
          {title}
        </p>
        <p>{[body, hasText && strings.partKept].filter(Boolean).join(' ')}</p>
      </div>
      <div className="mr-error-actions">
        {turns !== undefined && (
          <>
            {error.code === 'lost' && <ContinueButton turns={turns} />}
            <button type="button" className="mr-button" aria-disabled={off} onClick={() => !off && retry()}>
              {wait > 0 ? strings.retryIn(wait) : strings.retry}
            </button>
            {error.code !== 'lost' && turns.otherModel && (
              <button
                type="button"
                className="mr-button"
                aria-disabled={!idle}
                onClick={() => idle && retry(turns.otherModel?.id)}
              >
                {strings.answerWith(turns.otherModel.name)}
              </button>
            )}
          </>
        )}
        <details>
          <summary className="mr-button mr-button-quiet">{strings.details}</summary>
          <p>
            <code dir="ltr">{error.code}</code> {error.message}
          </p>
        </details>
      </div>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </div>
  );
}

export interface StoppedLineProps {
  readonly answerId: string;
  readonly tookMs: number | undefined;
}

/** Says that the person has stopped the answer, and offers to continue. */
export function StoppedLine({ answerId, tookMs }: StoppedLineProps) {
  const strings = useWords();
  const turns = use(TurnActionsContext);
  const { busy, problem, run } = useAttempt();
  const off = busy || turns?.canAct !== true;
  return (
    <div className="mr-status mr-stopped">
      <Square size={14} fill="currentColor" aria-hidden="true" />
      <p>{tookMs === undefined ? strings.stopped : strings.stoppedAfter(tookMs)}</p>
      {turns !== undefined && (
        <>
          <ContinueButton turns={turns} />
          <button
            type="button"
            className="mr-button"
            aria-disabled={off}
            onClick={() => !off && void run(() => turns.retry(answerId))}
          >
            {strings.retry}
          </button>
        </>
      )}
      {problem !== undefined && <p role="alert">{problem}</p>}
    </div>
  );
}
