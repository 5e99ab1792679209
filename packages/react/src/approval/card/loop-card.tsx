'use client';

import type { HitlDecision } from '@millrace/engine';
import type { RepeatedCalls } from '@millrace/engine/run';
import { Undo2 } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import { ApproveButton } from '../controls/approve-button.tsx';
import { closeOnEscape } from '../controls/close-on-escape.ts';
import { useSendKeys } from '../controls/keys.ts';
import { QuietButton } from '../controls/quiet-button.tsx';
import { useInSight } from '../controls/use-in-sight.ts';
import { useSheet } from '../controls/use-sheet.ts';
import type { RepeatedApproval } from '../decision/asked-approval.ts';
import type { Deciding } from '../decision/use-decision.ts';
import { useKeptAnswer } from '../decision/use-kept-answer.ts';
import { useWaitingPlace } from '../decision/waiting-cards.ts';
import { FeedbackField } from '../feedback/feedback-field.tsx';
import { useFeedback } from '../feedback/use-feedback.ts';
import { withEscapes } from '../shown/show-hidden.ts';
import { ShownText } from '../shown/shown-text.tsx';
import { AskedArguments } from './asked-arguments.tsx';
import { CardFrame } from './card-frame.tsx';
import { repetitionLine } from './repetition-line.ts';

export interface LoopCardProps {
  readonly approval: RepeatedApproval;
  readonly sentence: string;
  readonly allowed: readonly HitlDecision['type'][];
  readonly deciding: Deciding;
}

/** Asks about a call that only repeats earlier ones. Enter stops it, and no answer saves a rule. */
export function LoopCard({ approval, sentence, allowed, deciding }: LoopCardProps) {
  const strings = useWords();
  const { phase, note, explain, decide, rest, canDecide } = deciding;
  const { kept, keep } = useKeptAnswer(approval.tool_use_id);
  const [first] = useState(() => (kept?.approval === approval.approval_id ? (kept.text ?? '') : ''));
  const [telling, setTelling] = useState(first !== '');
  const [asked, setAsked] = useState(false);
  const own = useFeedback(first);
  const feedback = {
    ...own,
    setText(text: string) {
      own.setText(text);
      keep({ approval: approval.approval_id, text, said: text.trim() });
    },
  };
  const card = useRef<HTMLDivElement>(null);
  const sending = phase === 'processing';
  const sendKeys = useSendKeys();
  const { place, all } = useWaitingPlace(card, {
    id: approval.approval_id,
    tool: approval.tool,
    plain: false,
    approve: () => {},
    onMove: rest,
  });
  const sheet = useSheet(card, place === 0);
  useInSight(card, telling ? 'form' : undefined);
  function stop(): void {
    if (!sending && canDecide) decide({ type: 'reject', ...feedback.words() });
  }
  function tell(): void {
    setAsked(true);
    setTelling(true);
  }
  function close(): void {
    setTelling(false);
    setTimeout(() => card.current?.querySelector<HTMLElement>('[data-form="tell"]')?.focus());
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (telling) closeOnEscape(event, close);
    if (event.key !== 'Enter' || event.repeat || event.target !== event.currentTarget) return;
    event.preventDefault();
    stop();
  }
  return (
    <CardFrame
      icon={<Undo2 size={16} aria-hidden="true" />}
      head={strings.stuck}
      sentence={repetitionLine(strings, approval.repetition)}
      note={sending ? strings.sendingDecision : note}
      place={all.length > 1 ? strings.place(place + 1, all.length) : undefined}
      cardRef={card}
      {...{ approval, onKeyDown, sheet }}
    >
      <p className="mr-approval-call" dir="auto">
        <ShownText text={sentence} />
      </p>
      <AskedArguments approval={approval} />
      <LoopFacts repetition={approval.repetition} />
      {canDecide &&
        (telling ? (
          <div className="mr-approval-form">
            <FeedbackField
              label={strings.tellItField}
              {...{ feedback, sending }}
              onSend={stop}
              takesFocus={asked}
            />
            <div className="mr-approval-actions">
              <button
                type="button"
                className="mr-button mr-button-ink"
                aria-disabled={sending}
                onClick={stop}
              >
                {strings.stopAndSend}
                <span className="mr-keys" aria-hidden="true">
                  {sendKeys}
                </span>
              </button>
              <QuietButton disabled={sending} onPress={close}>
                {strings.back}
              </QuietButton>
            </div>
          </div>
        ) : (
          <LoopActions {...{ sending, allowed, decide, explain }} onStop={stop} onTell={tell} />
        ))}
    </CardFrame>
  );
}

function LoopFacts({ repetition: { failed, tokens } }: { readonly repetition: RepeatedCalls }) {
  const strings = useWords();
  const said = [
    failed !== undefined && strings.failedEachTime(withEscapes(failed)),
    tokens !== undefined && strings.tokensSoFar(tokens),
  ].filter((each) => each !== false);
  return said.length === 0 ? null : <p className="mr-approval-hint">{said.join(' ')}</p>;
}

interface LoopActionsProps extends Pick<Deciding, 'decide' | 'explain'> {
  readonly sending: boolean;
  readonly allowed: LoopCardProps['allowed'];
  readonly onStop: () => void;
  readonly onTell: () => void;
}

function LoopActions({ sending, allowed, decide, explain, onStop, onTell }: LoopActionsProps) {
  const strings = useWords();
  return (
    <div className="mr-approval-actions">
      {allowed.includes('reject') && (
        <button
          type="button"
          className="mr-button mr-button-primary"
          data-form="tell"
          aria-disabled={sending}
          onClick={() => !sending && onTell()}
        >
          {strings.tellIt}
        </button>
      )}
      {allowed.includes('approve') && (
        <ApproveButton
          className="mr-button"
          disabled={sending}
          onApprove={() => decide({ type: 'approve' })}
          explain={explain}
        >
          {strings.tryOnce}
        </ApproveButton>
      )}
      {allowed.includes('reject') && (
        <button type="button" className="mr-button" aria-disabled={sending} onClick={onStop}>
          {strings.stopHere}
          <span className="mr-keys" aria-hidden="true">
            ↵
          </span>
        </button>
      )}
    </div>
  );
}
