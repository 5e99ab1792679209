import { useWords } from '../../words/words-context.ts';
import type { TakingTurns } from '../state/turn-actions.ts';
import { useAttempt } from '../state/use-attempt.ts';

export interface ContinueButtonProps {
  readonly turns: TakingTurns;
  /** True when it is what most people want here. */
  readonly isMain?: boolean;
}

/** Continues an answer that was not finished. */
export function ContinueButton({ turns, isMain = false }: ContinueButtonProps) {
  const strings = useWords();
  const { busy, problem, run } = useAttempt();
  const off = busy || !turns.canAct;
  return (
    <>
      <button
        type="button"
        className={isMain ? 'mr-button mr-button-primary' : 'mr-button'}
        aria-disabled={off}
        onClick={() => !off && void run(() => turns.goOn())}
      >
        {strings.continueAnswer}
      </button>
      {problem !== undefined && <span role="alert">{problem}</span>}
    </>
  );
}
