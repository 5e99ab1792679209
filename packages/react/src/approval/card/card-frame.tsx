'use client';

import type { ApprovalRequest } from '@millrace/engine/run';
import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useId, useRef } from 'react';
import { useWords } from '../../words/words-context.ts';
import type { Sheet } from '../controls/use-sheet.ts';
import { ShownText } from '../shown/shown-text.tsx';
import { timeOf } from '../shown/time-of.ts';

export interface CardFrameProps {
  readonly approval: ApprovalRequest;
  readonly icon: ReactNode;
  readonly head: string;
  /** The effect of the call, in a few words. */
  readonly sentence: string;
  /** Why a press did nothing, or that it is on its way. */
  readonly note: string | undefined;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
  readonly cardRef: RefObject<HTMLDivElement | null>;
  readonly sheet: Sheet;
  /** "1 of 2", where several wait. */
  readonly place?: string | undefined;
  /** A button at the end of the head. */
  readonly aside?: ReactNode;
  readonly compact?: boolean;
}

/** The frame of every question to a person: its title, its deadline, the words about it, and why a press did nothing. */
export function CardFrame(props: CardFrameProps) {
  const strings = useWords();
  const { approval, icon, head, sentence, note, onKeyDown, children, cardRef, sheet } = props;
  const { place, aside, compact = false } = props;
  const id = useId();
  return (
    <>
      {sheet.open && (
        <p className="mr-approval-held">
          {icon}
          {strings.waitingForYou}
          <button type="button" className="mr-button-quiet" onClick={() => cardRef.current?.focus()}>
            {strings.decideHere}
          </button>
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and draws its own frame */}
      <div
        className="mr-approval"
        role="group"
        aria-labelledby={id}
        ref={cardRef}
        tabIndex={-1}
        data-waiting={approval.approval_id}
        data-compact={compact || undefined}
        data-sheet={sheet.open || undefined}
        onKeyDown={(event) => {
          onKeyDown(event);
          // A form in it is closed first.
          if (event.key !== 'Escape' || !sheet.open || event.defaultPrevented) return;
          // It stops nothing else.
          event.stopPropagation();
          sheet.hide();
        }}
        onFocus={(event) => {
          if (event.target === event.currentTarget && sheet.hidden) sheet.show();
        }}
      >
        {sheet.open && <Handle onHide={sheet.hide} />}
        <p className="mr-approval-head">
          {icon}
          <span id={id}>
            <strong>{head}</strong>{' '}
            <span className="mr-approval-dot" aria-hidden="true">
              ·
            </span>{' '}
            <span className="mr-approval-sentence" dir="auto">
              <ShownText text={sentence} />
            </span>
          </span>
          {approval.expires_at !== undefined && (
            <span className="mr-approval-until">
              {strings.until(timeOf(strings.locale, approval.expires_at, Date.now()))}
            </span>
          )}
          {place !== undefined && <span className="mr-approval-place">{place}</span>}
          {aside}
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
    </>
  );
}

/** So far a finger must go for a sheet to go. */
const SWIPE_PX = 48;

/** Puts a sheet away: by a press, or by a swipe downwards. */
function Handle({ onHide }: { readonly onHide: () => void }) {
  const strings = useWords();
  const from = useRef<number>(undefined);
  function onPointerUp({ clientY }: PointerEvent): void {
    if (from.current !== undefined && clientY - from.current > SWIPE_PX) onHide();
    from.current = undefined;
  }
  return (
    <button
      type="button"
      className="mr-sheet-handle"
      aria-label={strings.hideSheet}
      aria-expanded
      onClick={onHide}
      onPointerDown={(event) => {
        from.current = event.clientY;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={onPointerUp}
    >
      <span />
    </button>
  );
}
