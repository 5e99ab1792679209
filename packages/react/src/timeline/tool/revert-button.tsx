'use client';

import { Undo2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { problemOf } from '../../words/problem-of.ts';
import { useWords } from '../../words/words-context.ts';
import { useToolAction } from './tool-actions.ts';

export interface RevertButtonProps {
  readonly toolCallId: string;
  /** How it looks; without it like an action of a step. */
  readonly className?: string;
}

/** Undoes a call whose tool can, or says that it was. What others undid comes with the message. */
export function RevertButton({ toolCallId, className = 'mr-step-action' }: RevertButtonProps) {
  const strings = useWords();
  const action = useToolAction(toolCallId);
  const [phase, setPhase] = useState<'open' | 'sending' | 'done'>('open');
  const [note, setNote] = useState<string>();
  const told = useRef<HTMLSpanElement>(null);
  const isDone = action?.state === 'reverted' || phase === 'done';
  useLayoutEffect(() => {
    // The button that had the focus is gone, so the focus continues from here.
    if (isDone && phase !== 'open' && document.activeElement === document.body) told.current?.focus();
  }, [isDone, phase]);
  if (action === undefined) return null;
  const { revert } = action;

  async function send(): Promise<void> {
    if (phase === 'sending') return;
    setPhase('sending');
    setNote(undefined);
    try {
      const { isReverted, message } = await revert();
      setPhase(isReverted ? 'done' : 'open');
      setNote(isReverted ? message : (message ?? strings.revertFailed));
    } catch (error) {
      setPhase('open');
      setNote(problemOf(strings, error));
    }
  }

  if (isDone)
    return (
      <span className="mr-step-note" role="status" ref={told} tabIndex={-1}>
        {strings.reverted}
        {note !== undefined && ` ${note}`}
      </span>
    );
  return (
    <>
      <button
        type="button"
        className={className}
        title={strings.revert}
        aria-disabled={phase === 'sending'}
        onClick={() => void send()}
      >
        <Undo2 size={14} aria-hidden="true" />
        <span className="mr-button-word">{phase === 'sending' ? strings.reverting : strings.revert}</span>
      </button>
      {note !== undefined && (
        <span role="alert" className="mr-step-problem">
          {note}
        </span>
      )}
    </>
  );
}
