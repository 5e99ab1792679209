'use client';

import type { MessageRecord } from '@millrace/engine/run';
import { Power, Square, TriangleAlert } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { useAttempt } from '../../client/use-attempt.ts';
import { problemOf } from '../../words/problem-of.ts';
import { useWords } from '../../words/words-context.ts';
import { Notice } from '../notices/notice.tsx';
import { type TakingTurns, TurnActionsContext } from '../state/turn-actions.ts';
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
  /** True when no message follows, so that it can continue. */
  readonly isLast: boolean;
  /** True when it has just happened; an older problem does not interrupt a person who comes back. */
  readonly isNews: boolean;
}

/** Why an answer was not finished: who and what, what to do, and the ways to do it. */
export function RunProblem({ answerId, error, at, hasText, isLast, isNews }: RunProblemProps) {
  const strings = useWords();
  const turns = use(TurnActionsContext);
  const isLost = error.code === 'lost';
  const { title, body } = errorParts(problemOf(strings, error));
  const until = at === undefined || error.retry_after === undefined ? 0 : at + error.retry_after * 1000;
  const now = useSeconds(until > Date.now());
  const wait = Math.max(0, Math.ceil((until - now) / 1000));
  const help = [body, hasText && !isLost && strings.partKept].filter(Boolean).join(' ');
  return (
    <Notice
      icon={isLost ? Power : TriangleAlert}
      tone={isLost ? 'quiet' : 'failed'}
      title={`${title}.`}
      help={help === '' ? undefined : help}
      isAlert={isNews}
      actions={
        <>
          {turns !== undefined && <ProblemActions {...{ turns, answerId, error, hasText, isLast, wait }} />}
          <details>
            <summary className="mr-button mr-button-quiet">{strings.details}</summary>
            <p>
              <code dir="ltr">{error.code}</code> {error.message}
            </p>
          </details>
        </>
      }
    />
  );
}

interface ProblemActionsProps extends Pick<RunProblemProps, 'answerId' | 'error' | 'hasText' | 'isLast'> {
  readonly turns: TakingTurns;
  readonly wait: number;
}

/** The key comes first when it is what is wrong; else the answer goes on, or is asked for again. */
function ProblemActions({ turns, answerId, error, hasText, isLast, wait }: ProblemActionsProps) {
  const strings = useWords();
  const { busy, problem, run } = useAttempt();
  // They stay in their place while an answer is written, so that nothing moves.
  const idle = turns.canAct && !busy;
  const { otherModel, openKey } = turns;
  const toKey = error.code === 'auth' ? openKey : undefined;
  return (
    <>
      {toKey && (
        <ActionButton isMain off={false} onPress={() => toKey(error.provider)}>
          {strings.checkKey}
        </ActionButton>
      )}
      {isLast && (
        <ContinueButton
          {...{ turns, answerId, wait }}
          isMain={toKey === undefined}
          isEmpty={!hasText && error.code !== 'lost'}
        />
      )}
      {(hasText || !isLast) && (
        <ActionButton off={!idle || wait > 0} onPress={() => void run(() => turns.retry(answerId))}>
          {wait > 0 && !isLast ? strings.retryIn(wait) : strings.retry}
        </ActionButton>
      )}
      {otherModel && error.code !== 'lost' && (
        <ActionButton off={!idle} onPress={() => void run(() => turns.retry(answerId, otherModel.id))}>
          {strings.answerWith(otherModel.name)}
        </ActionButton>
      )}
      {problem !== undefined && <p role="alert">{problem}</p>}
    </>
  );
}

interface ActionButtonProps {
  readonly isMain?: boolean;
  readonly off: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function ActionButton({ isMain = false, off, onPress, children }: ActionButtonProps) {
  return (
    <button
      type="button"
      className={isMain ? 'mr-button mr-button-primary' : 'mr-button'}
      aria-disabled={off}
      onClick={() => !off && onPress()}
    >
      {children}
    </button>
  );
}

export interface StoppedNoticeProps {
  readonly answerId: string;
  readonly tookMs: number | undefined;
  /** True when no message follows, so that it can continue. */
  readonly isLast: boolean;
}

/** Says that the person has stopped the answer, and offers to continue. */
export function StoppedNotice({ answerId, tookMs, isLast }: StoppedNoticeProps) {
  const strings = useWords();
  const turns = use(TurnActionsContext);
  const { busy, problem, run } = useAttempt();
  const off = busy || turns?.canAct !== true;
  return (
    <Notice
      icon={Square}
      title={`${tookMs === undefined ? strings.stopped : strings.stoppedAfter(tookMs)}.`}
      actions={
        turns !== undefined && (
          <>
            {isLast && <ContinueButton turns={turns} answerId={answerId} isMain />}
            <ActionButton off={off} onPress={() => void run(() => turns.retry(answerId))}>
              {strings.retry}
            </ActionButton>
            {problem !== undefined && <p role="alert">{problem}</p>}
          </>
        )
      }
    />
  );
}
