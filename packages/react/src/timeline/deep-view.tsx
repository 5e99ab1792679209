'use client';

import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useWords } from '../words/words-context.ts';

export interface DeepViewProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The steps of a sub-agent inside a sub-agent, in a separate view with a way back. */
export function DeepView({ name, onClose, children }: DeepViewProps) {
  const strings = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog className="mr-deep" ref={dialog} aria-labelledby={id} onClose={onClose}>
      <header>
        <button type="button" className="mr-button-quiet" onClick={() => dialog.current?.close()}>
          <ArrowLeft size={16} aria-hidden="true" />
          {strings.backToSteps}
        </button>
        <h2 id={id}>{strings.stepsOf(name)}</h2>
      </header>
      {children}
    </dialog>
  );
}
