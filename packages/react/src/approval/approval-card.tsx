import type { ApprovalRequest, RepeatedCalls } from '@millrace/engine';
import { Clock, Hand, Pencil } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { strings } from '../words/strings.ts';
import { AlwaysForm } from './always-form.tsx';
import { AskActions, type AskForm } from './ask-actions.tsx';
import { AskedArguments } from './asked-arguments.tsx';
import { CardFrame } from './card-frame.tsx';
import { EditForm } from './edit-form.tsx';
import { FeedbackForm } from './feedback-form.tsx';
import { FormFields } from './form-fields.tsx';
import { isSendKey } from './keys.ts';
import { RepetitionCard } from './repetition-card.tsx';
import { ShownText } from './shown-text.tsx';
import { type Deciding, useDecision } from './use-decision.ts';
import { useExpired } from './use-expired.ts';

export interface ApprovalCardProps {
  readonly approval: ApprovalRequest;
  /** What the call does, in a few words. */
  readonly sentence: string;
  /** Whether the call may have run already. */
  readonly inDoubt: boolean;
  /** False when the log tells that it is decided; then only an explanation stays. */
  readonly open: boolean;
}

/** Asks a person. A card that was decided, or whose time is over, never has buttons again. */
export function ApprovalCard(props: ApprovalCardProps) {
  const { approval, inDoubt, open, sentence } = props;
  const deciding = useDecision(approval, inDoubt);
  const { phase, note } = deciding;
  const late = useExpired(approval.expires_at);
  if (open && (phase === 'expired' || (phase === 'waiting' && late))) return <Expired sentence={sentence} />;
  if (open && (phase === 'waiting' || phase === 'sending')) {
    if (repeats(approval)) return <RepetitionCard approval={approval} sentence={sentence} {...deciding} />;
    return <Ask {...props} {...deciding} />;
  }
  return note === undefined ? null : (
    <p className="mr-approval-note" role="alert">
      {note}
    </p>
  );
}

function repeats(
  approval: ApprovalRequest,
): approval is ApprovalRequest & { readonly repetition: RepeatedCalls } {
  return approval.repetition !== undefined;
}

function Ask(props: ApprovalCardProps & Deciding) {
  const { approval, sentence, inDoubt, phase, note, explain, decide } = props;
  const [form, setForm] = useState<AskForm>();
  const card = useRef<HTMLDivElement>(null);
  const sending = phase === 'sending';
  const rules = approval.rules ?? [];

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== card.current || !isSendKey(event)) return;
    event.preventDefault();
    decide({ type: 'approve' });
  }
  function back(): void {
    setForm(undefined);
    explain(undefined);
    card.current?.focus();
  }
  const shared = { sending, decide, explain };
  return (
    <CardFrame
      icon={form === 'edit' ? <Pencil size={16} aria-hidden="true" /> : <Hand size={16} aria-hidden="true" />}
      head={form === 'edit' ? strings.editing : approval.question ? strings.asksYou : strings.waitingForYou}
      note={sending ? strings.sendingDecision : note}
      cardRef={card}
      {...{ approval, sentence, onKeyDown }}
    >
      {inDoubt && <p className="mr-approval-doubt">{strings.mayHaveRun}</p>}
      {approval.question !== undefined && <FormFields schema={approval.question.schema} />}
      {form !== 'edit' && <AskedArguments input={approval.input} />}
      {form === undefined && <AskActions {...shared} {...{ inDoubt, rules }} onForm={setForm} />}
      {form === 'edit' && <EditForm approval={approval} {...shared} onBack={back} />}
      {form === 'always' && <AlwaysForm rules={rules} {...shared} onBack={back} />}
      {(form === 'approve' || form === 'reject') && <FeedbackForm type={form} {...shared} onBack={back} />}
    </CardFrame>
  );
}

function Expired({ sentence }: { readonly sentence: string }) {
  return (
    <div className="mr-approval mr-approval-expired">
      <p className="mr-approval-head">
        <Clock size={16} aria-hidden="true" />
        <strong>{strings.expiredHead}</strong>
        <span dir="auto">
          <ShownText text={sentence} />
        </span>
      </p>
      <p className="mr-approval-reason" role="alert">
        {strings.expired}
      </p>
    </div>
  );
}
