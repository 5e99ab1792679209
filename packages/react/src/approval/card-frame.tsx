import type { ApprovalRequest } from '@millrace/engine';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { strings } from '../words/strings.ts';
import { ShownText } from './shown-text.tsx';
import { timeOf } from './time-of.ts';

export interface CardFrameProps {
  readonly approval: ApprovalRequest;
  readonly icon: ReactNode;
  readonly head: string;
  /** What the call does, in a few words. */
  readonly sentence: string;
  /** Why a press did nothing, or that it is on its way. */
  readonly note: string | undefined;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
  readonly cardRef?: RefObject<HTMLDivElement | null>;
}

/** What every question to a person looks like: what it is, until when, what is said about it, and why a press did nothing. */
export function CardFrame(props: CardFrameProps) {
  const { approval, icon, head, sentence, note, onKeyDown, children } = props;
  const own = useRef<HTMLDivElement>(null);
  const card = props.cardRef ?? own;
  const id = useId();
  useLayoutEffect(() => handFocusOn(card.current), [card]);
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
      <p className="mr-approval-head">
        {icon}
        <span id={id}>
          <strong>{head}</strong>{' '}
          <span dir="auto">
            <ShownText text={sentence} />
          </span>
        </span>
        {approval.expires_at !== undefined && (
          <span className="mr-approval-until">{strings.until(timeOf(approval.expires_at, Date.now()))}</span>
        )}
      </p>
      {approval.reason !== undefined && (
        <p className="mr-approval-reason" dir="auto">
          <ShownText text={approval.reason} />
        </p>
      )}
      {children}
      <p className="mr-approval-note" role="status">
        {note}
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
