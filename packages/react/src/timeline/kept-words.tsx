'use client';

import { MonitorSmartphone } from 'lucide-react';
import { use } from 'react';
import { useKeptAnswer } from '../approval/decision/use-kept-answer.ts';
import { withEscapes } from '../approval/shown/show-hidden.ts';
import { ShownText } from '../approval/shown/shown-text.tsx';
import { AskAbout } from '../embeds/ask-about.ts';
import { useWords, type Words } from '../words/words-context.ts';
import type { StepDetails } from './step/step-details.ts';

export interface KeptWordsProps {
  readonly toolCallId: string;
  readonly details: StepDetails | undefined;
}

/** Words that a person wrote for a question that was decided without them: they can be put into the message box, or go. */
export function KeptWords({ toolCallId, details }: KeptWordsProps) {
  const strings = useWords();
  const { kept, keep } = useKeptAnswer(toolCallId);
  const onAsk = use(AskAbout);
  const why = details && whyKept(strings, details);
  if (kept === undefined || why === undefined) return null;
  const { said } = kept;
  return (
    <div className="mr-notice mr-notice-tall mr-kept-words" role="status">
      <MonitorSmartphone size={16} aria-hidden="true" />
      <div className="mr-notice-words">
        <p>{why}</p>
        <blockquote dir="auto">
          <ShownText text={said} />
        </blockquote>
      </div>
      <div className="mr-notice-actions">
        {onAsk !== undefined && (
          <button
            type="button"
            className="mr-button"
            onClick={() => {
              onAsk(said);
              keep(undefined);
            }}
          >
            {strings.putInBox}
          </button>
        )}
        <button type="button" className="mr-button mr-button-quiet" onClick={() => keep(undefined)}>
          {strings.discardWords}
        </button>
      </div>
    </div>
  );
}

/** Tells whether a call whose answer was kept offers it to the person. Pure. */
export function offersWords(details: StepDetails | undefined): boolean {
  return details?.decidedOn !== undefined || details?.state === 'cancelled';
}

/** One that was decided here was decided with them. */
function whyKept(strings: Words, { decidedOn, state }: StepDetails): string | undefined {
  if (decidedOn !== undefined) return strings.decidedElsewhere(withEscapes(decidedOn));
  return state === 'cancelled' ? strings.overWithout : undefined;
}
