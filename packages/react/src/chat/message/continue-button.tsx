import { useAttempt } from '../../client/use-attempt.ts';
import { useWords } from '../../words/words-context.ts';
import type { TakingTurns } from '../state/turn-actions.ts';

export interface ContinueButtonProps {
  readonly turns: TakingTurns;
  readonly answerId: string;
  /** True when it is what most people want here. */
  readonly isMain?: boolean;
  /** The seconds until the provider takes another request. */
  readonly wait?: number;
  /** True when nothing had arrived that it could go on from: then it is asked for again. */
  readonly isEmpty?: boolean;
}

/** Continues an answer that was not finished, in the same turn. */
export function ContinueButton({ turns, answerId, isMain, wait = 0, isEmpty }: ContinueButtonProps) {
  const strings = useWords();
  const { busy, problem, run } = useAttempt();
  const off = busy || !turns.canAct || wait > 0;
  const [now, later] = isEmpty
    ? [strings.retry, strings.retryIn]
    : [strings.continueAnswer, strings.continueIn];
  return (
    <>
      <button
        type="button"
        className={isMain ? 'mr-button mr-button-primary' : 'mr-button'}
        aria-disabled={off}
        onClick={() => !off && void run(() => turns.goOn(answerId))}
      >
        {wait > 0 ? later(wait) : now}
      </button>
      {problem !== undefined && <span role="alert">{problem}</span>}
    </>
  );
}
