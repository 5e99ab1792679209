import type { ApprovalRequest } from '@millrace/engine';
import { Hand, Pencil } from 'lucide-react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { strings } from '../strings.ts';
import { AskActions } from './ask-actions.tsx';
import { AskedArguments } from './asked-arguments.tsx';
import { EditForm } from './edit-form.tsx';
import { isSendKey } from './keys.ts';
import { RejectForm } from './reject-form.tsx';
import { ShownText } from './shown-text.tsx';
import { type Deciding, useDecision } from './use-decision.ts';

export interface ApprovalCardProps {
  readonly runId: string;
  readonly approval: ApprovalRequest;
  /** What the call does, in a few words. */
  readonly sentence: string;
  /** Whether the call may have run already. */
  readonly inDoubt: boolean;
  /** False when the log tells that it is decided; then only an explanation stays. */
  readonly open: boolean;
}

/** Asks a person. A card that was decided never has buttons again. */
export function ApprovalCard(props: ApprovalCardProps) {
  const deciding = useDecision(props.runId, props.approval, props.inDoubt);
  const { phase, note } = deciding;
  if (props.open && (phase === 'waiting' || phase === 'sending')) return <Ask {...props} {...deciding} />;
  return note === undefined ? null : (
    <p className="mr-approval-note" role="alert">
      {note}
    </p>
  );
}

function Ask({ approval, sentence, inDoubt, phase, note, explain, decide }: ApprovalCardProps & Deciding) {
  const [mode, setMode] = useState<'ask' | 'edit' | 'reject'>('ask');
  const card = useRef<HTMLDivElement>(null);
  const id = useId();
  const sending = phase === 'sending';
  useLayoutEffect(() => handFocusOn(card.current), []);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== card.current || !isSendKey(event)) return;
    event.preventDefault();
    decide({ type: 'approve' });
  }
  function back(): void {
    setMode('ask');
    card.current?.focus();
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and draws its own frame
    <div
      className="mr-approval"
      role="group"
      aria-labelledby={id}
      ref={card}
      tabIndex={-1}
      data-waiting={approval.approval_id}
      onKeyDown={onKeyDown}
    >
      <p className="mr-approval-head" id={id}>
        {mode === 'edit' ? <Pencil size={16} aria-hidden="true" /> : <Hand size={16} aria-hidden="true" />}
        <strong>{mode === 'edit' ? strings.editing : strings.waitingForYou}</strong>
        <span dir="auto">
          <ShownText text={sentence} />
        </span>
      </p>
      {inDoubt && <p className="mr-approval-doubt">{strings.mayHaveRun}</p>}
      {mode !== 'edit' && <AskedArguments input={approval.input} />}
      {mode === 'ask' && <AskActions {...{ inDoubt, sending, decide, explain }} onMode={setMode} />}
      {mode === 'edit' && <EditForm approval={approval} {...{ sending, decide, explain }} onBack={back} />}
      {mode === 'reject' && <RejectForm {...{ sending, decide }} onBack={back} />}
      <p className="mr-approval-note" role="status">
        {sending ? strings.sendingDecision : note}
      </p>
    </div>
  );
}

/** When a card that has the focus goes, the focus stays at the call. */
function handFocusOn(card: HTMLElement | null): () => void {
  return () => {
    if (!card?.contains(document.activeElement)) return;
    const call = card.closest<HTMLElement>('.mr-tool');
    queueMicrotask(() => call?.focus({ preventScroll: true }));
  };
}
