import { useWords } from '../../words/words-context.ts';
import { useSeconds } from '../state/use-seconds.ts';
import { errorParts } from './error-parts.ts';

export interface DoingProps {
  /** The status that the run reports. */
  readonly words: string | undefined;
  /** When the provider, which takes no request now, is asked again. */
  readonly retryAt: number | undefined;
}

/** The line below an answer while no words come. A wait is counted down. */
export function Doing({ words, retryAt }: DoingProps) {
  const strings = useWords();
  const now = useSeconds(retryAt !== undefined);
  if (words === undefined || retryAt === undefined)
    return <p className="mr-status">{words ?? strings.thinking}</p>;
  const left = Math.max(0, Math.ceil((retryAt - now) / 1000));
  return (
    <p className="mr-status">
      {errorParts(words).title}. {strings.tryingAgainIn(left)}…
    </p>
  );
}
