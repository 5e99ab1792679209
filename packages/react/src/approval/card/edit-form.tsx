'use client';

import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import { ApproveButton } from '../controls/approve-button.tsx';
import { isSendKey } from '../controls/keys.ts';
import { QuietButton } from '../controls/quiet-button.tsx';
import type { Deciding } from '../decision/use-decision.ts';
import type { LiveChange } from '../decision/use-live-change.ts';
import { SchemaFields } from '../form/schema-fields.tsx';
import type { EditForm as Edit } from '../form/use-edit-form.ts';

export interface EditFormProps extends Pick<Deciding, 'explain'> {
  readonly form: Edit;
  readonly sending: boolean;
  /** A question of a tool is answered, also without any change. */
  readonly answers: boolean;
  /** The change with the edits so far; undefined when the call changes no file. */
  readonly live: LiveChange | undefined;
  /** False for a form that was open when the page was loaded. */
  readonly takesFocus: boolean;
  readonly onSend: () => void;
  readonly onBack: () => void;
}

/** Changes the input of a call, or answers its tool's question. It sends exactly what it shows. */
export function EditForm(props: EditFormProps) {
  const strings = useWords();
  const { form, sending, answers, live, takesFocus, explain, onSend, onBack } = props;
  const box = useRef<HTMLDivElement>(null);
  const [told, setTold] = useState('');
  const { changes, problems, state } = form;
  const isJson = state.json !== undefined;
  // A person who asks for the form, or for its other side, gets the focus in it.
  useEffect(() => {
    if ((!answers || isJson) && takesFocus) focusFirst(box.current, 'textarea, input, select');
  }, [answers, isJson, takesFocus]);
  const nothing = !answers && changes === 0;

  function send(): void {
    if (sending || (nothing && problems.size === 0)) return;
    if (problems.size === 0) {
      setTold('');
      onSend();
      return;
    }
    form.tellAll();
    const labels = state.fields.filter(({ key }) => problems.has(key)).map(({ label }) => label);
    setTold(isJson ? (problems.get('') ?? '') : strings.fieldsToFix(labels));
    // Only when it is drawn a field says that it is wrong.
    setTimeout(() => focusFirst(box.current, '[aria-invalid="true"]'));
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key that sends works in every field
    <div
      className="mr-approval-form"
      ref={box}
      onKeyDown={(event) => {
        if (!isSendKey(event)) return;
        event.preventDefault();
        event.stopPropagation();
        send();
      }}
    >
      <SchemaFields form={form} disabled={sending} folds={!answers} />
      {!answers && <p className="mr-approval-hint">{strings.changes(changes)}</p>}
      {live?.stale && (
        <p className="mr-approval-hint">
          {live.problem === undefined ? strings.staleChange : `${strings.editNotShown} ${live.problem}`}
        </p>
      )}
      <p className="mr-approval-hint mr-approval-bad" role="alert">
        {problems.size > 0 && told}
      </p>
      <div className="mr-approval-actions">
        <ApproveButton
          className="mr-button mr-button-primary"
          disabled={sending || (nothing && problems.size === 0)}
          onApprove={send}
          explain={explain}
        >
          {answers ? strings.sendAnswer : strings.approveWithChanges}
        </ApproveButton>
        {answers ? (
          <button
            type="button"
            className="mr-button"
            aria-disabled={sending}
            onClick={() => !sending && onBack()}
          >
            {strings.decline}
          </button>
        ) : (
          <QuietButton disabled={sending} onPress={onBack}>
            {strings.discardChanges}
          </QuietButton>
        )}
      </div>
    </div>
  );
}

function focusFirst(box: HTMLElement | null, selector: string): void {
  box?.querySelector<HTMLElement>(selector)?.focus();
}
