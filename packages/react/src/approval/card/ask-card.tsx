'use client';

import type { HitlDecision } from '@millrace/engine';
import type { ApprovalRequest } from '@millrace/engine/run';
import { Hand, Pencil, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import { closeOnEscape } from '../controls/close-on-escape.ts';
import { isSendKey } from '../controls/keys.ts';
import { QuietButton } from '../controls/quiet-button.tsx';
import { useInSight } from '../controls/use-in-sight.ts';
import { useSheet } from '../controls/use-sheet.ts';
import type { Deciding } from '../decision/use-decision.ts';
import { useWaitingPlace } from '../decision/waiting-cards.ts';
import { FeedbackForm } from '../feedback/feedback-form.tsx';
import type { EditForm as Edit } from '../form/use-edit-form.ts';
import { AlwaysForm } from './always-form.tsx';
import { countLines } from './arguments.tsx';
import { AskActions, type AskForm } from './ask-actions.tsx';
import { AskedArguments, hasHidden } from './asked-arguments.tsx';
import { CardFrame } from './card-frame.tsx';
import { CompactAsk } from './compact-ask.tsx';
import { EditForm } from './edit-form.tsx';
import { useAskForm } from './use-ask-form.ts';

export interface AskCardProps {
  readonly approval: ApprovalRequest;
  readonly sentence: string;
  /** True when the call may have run already. */
  readonly inDoubt: boolean;
  readonly allowed: readonly HitlDecision['type'][];
  readonly deciding: Deciding;
}

/** Asks about a call, or what its tool asks while it runs. */
export function AskCard({ approval, sentence, inDoubt, allowed, deciding }: AskCardProps) {
  const strings = useWords();
  const { phase, note, explain, decide, rest, canDecide } = deciding;
  const { question, destructive = false, change } = approval;
  const [reviewed, setReviewed] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const asking = useAskForm(approval, card);
  const { form, edit, live } = asking;
  const sending = phase === 'processing';
  const short = isShort(approval);
  const isPlain = !inDoubt && question === undefined && !destructive && allowed.includes('approve');
  const [seen, setSeen] = useState(false);
  const { place, all } = useWaitingPlace(card, {
    id: approval.approval_id,
    tool: approval.tool,
    plain: isPlain && (short || seen),
    approve: () => decide({ type: 'approve' }),
    onMove: rest,
  });
  const sheet = useSheet(card, place === 0);
  const compact = (place > 0 && !reviewed && question === undefined) || sheet.hidden;
  useEffect(() => setSeen(!compact), [compact]);
  useInSight(card, form !== undefined ? 'form' : reviewed ? 'card' : undefined);

  function onKeyDown(event: KeyboardEvent): void {
    if (form !== undefined) closeOnEscape(event, close);
    const here = event.target === card.current && isSendKey(event);
    if (!here || !canDecide || question !== undefined || compact || !allowed.includes('approve')) return;
    event.preventDefault();
    decide({ type: 'approve' });
  }
  function leave(how: () => void): void {
    how();
    explain(undefined);
  }
  const close = (): void => leave(asking.close);
  function review(): void {
    setReviewed(true);
    sheet.show();
    card.current?.focus();
  }
  const together =
    place === 0 && all.length > 1 && all.every(({ tool, plain }) => plain && tool === approval.tool);
  const editing = form === 'edit' || (question !== undefined && canDecide);
  const shared = { sending, decide, explain };
  return (
    <CardFrame
      icon={<Icon {...{ form, destructive }} />}
      head={form === 'edit' ? strings.editing : question ? strings.asksYou : strings.waitingForYou}
      note={sending ? strings.sendingDecision : note}
      place={all.length > 1 ? strings.place(place + 1, all.length) : undefined}
      aside={editing && <JsonSwitch edit={edit} explain={explain} />}
      cardRef={card}
      {...{ approval, sentence, onKeyDown, compact, sheet }}
    >
      {inDoubt && <p className="mr-approval-doubt">{strings.mayHaveRun}</p>}
      {destructive && <p className="mr-approval-doubt">{strings.destroys}</p>}
      {compact ? (
        <CompactAsk
          {...{ approval, short, ...shared }}
          canApprove={canDecide && short && isPlain}
          tellsAlone={place === 1}
          onReview={review}
        />
      ) : (
        <>
          {question === undefined && (form !== 'edit' || change !== undefined) && (
            <AskedArguments
              approval={
                form === 'edit' && change ? { input: undefined, change: live.change ?? change } : approval
              }
            />
          )}
          {form === undefined && question === undefined && canDecide && (
            <AskActions
              {...shared}
              {...{ inDoubt, allowed, destructive }}
              rules={approval.rules ?? []}
              onForm={asking.open}
              {...(together && { all: { count: all.length, approve: () => approveAll(all) } })}
            />
          )}
          {editing && (
            <EditForm
              form={edit}
              answers={question !== undefined}
              live={change === undefined ? undefined : live}
              takesFocus={asking.takesFocus}
              {...{ sending, explain }}
              onSend={() => decide(decisionOf(approval, edit))}
              onBack={question === undefined ? () => leave(asking.discard) : () => decide({ type: 'reject' })}
            />
          )}
          {form === 'always' && <AlwaysForm rules={approval.rules ?? []} {...shared} onBack={close} />}
          {(form === 'approve' || form === 'reject') && (
            <FeedbackForm
              type={form}
              first={asking.text}
              onText={asking.setText}
              takesFocus={asking.takesFocus}
              {...shared}
              onBack={close}
            />
          )}
        </>
      )}
    </CardFrame>
  );
}

function approveAll(all: readonly { readonly approve: () => void }[]): void {
  for (const { approve } of all) approve();
}

/** Sends the value that the form shows; an unchanged one is a plain yes. */
function decisionOf({ tool }: ApprovalRequest, { value, changes }: Edit): HitlDecision {
  if (changes === 0 || value === undefined) return { type: 'approve' };
  return { type: 'edit', edited_action: { name: tool, args: value } };
}

const SHORT_LINES = 3;

/** Tells whether a line or two show all of it. */
function isShort({ input, change, reason }: ApprovalRequest): boolean {
  return (
    countLines(input) <= SHORT_LINES && change === undefined && reason === undefined && !hasHidden(input)
  );
}

function Icon({ form, destructive }: { readonly form: AskForm; readonly destructive: boolean }) {
  if (form === 'edit') return <Pencil size={16} aria-hidden="true" />;
  return destructive ? <TriangleAlert size={16} aria-hidden="true" /> : <Hand size={16} aria-hidden="true" />;
}

function JsonSwitch({ edit, explain }: { readonly edit: Edit } & Pick<Deciding, 'explain'>) {
  const strings = useWords();
  const isJson = edit.state.json !== undefined;
  function onPress(): void {
    const stuck = isJson && edit.value === undefined;
    explain(stuck ? strings.fixJson : undefined);
    if (!stuck) edit.toggle();
  }
  return (
    <span className="mr-approval-aside">
      <QuietButton disabled={false} onPress={onPress}>
        {isJson ? strings.showForm : strings.showJson}
      </QuietButton>
    </span>
  );
}
