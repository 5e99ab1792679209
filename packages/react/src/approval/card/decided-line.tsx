import type { HitlDecision } from '@millrace/engine';
import { Ban, Check } from 'lucide-react';
import { useWords } from '../../words/words-context.ts';
import { ShownText } from '../shown/shown-text.tsx';

export interface DecidedLineProps {
  readonly decided: HitlDecision['type'];
  /** The effect of the call, in a few words. */
  readonly sentence: string;
}

/** The decision about a call, in one line. */
export function DecidedLine({ decided, sentence }: DecidedLineProps) {
  const strings = useWords();
  const Icon = decided === 'reject' ? Ban : Check;
  return (
    <p className="mr-approval-decided" data-decided={decided}>
      <Icon size={14} aria-hidden="true" />
      <span dir="auto">
        <ShownText text={sentence} />
      </span>
      <span aria-hidden="true">·</span>
      {strings.decisions[decided]}
    </p>
  );
}
