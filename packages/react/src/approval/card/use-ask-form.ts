'use client';

import type { ApprovalRequest } from '@millrace/engine/run';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useKeptAnswer } from '../decision/use-kept-answer.ts';
import { type LiveChange, useLiveChange } from '../decision/use-live-change.ts';
import { isJsonObject } from '../form/json.ts';
import { editWords, keptEdit } from '../form/keep-edit.ts';
import { type EditForm, useEditForm } from '../form/use-edit-form.ts';
import type { AskForm } from './ask-actions.tsx';

export interface AskFormState {
  readonly form: AskForm;
  readonly edit: EditForm;
  /** The change with the edits so far. */
  readonly live: LiveChange;
  /** Words to the model that were written before. */
  readonly text: string;
  readonly setText: (text: string) => void;
  /** False when the form was open already when the card appeared. */
  readonly takesFocus: boolean;
  readonly open: (form: AskForm) => void;
  /** Closes the form and keeps what is in it; the focus goes back to the button that opened it. */
  readonly close: () => void;
  /** Closes the form without what was changed in it. */
  readonly discard: () => void;
}

/** The forms of a card: which one is open, and what is in it. Both outlast a reload until the question is decided. */
export function useAskForm(approval: ApprovalRequest, card: RefObject<HTMLElement | null>): AskFormState {
  const { approval_id, tool_use_id, question } = approval;
  const { kept: found, keep } = useKeptAnswer(tool_use_id);
  // Another question about the same call is not what the person was answering.
  const [kept] = useState(() => (found?.approval === approval_id ? found : undefined));
  const [form, setForm] = useState<AskForm>(kept?.form);
  const [text, setText] = useState(kept?.text ?? '');
  const [takesFocus, setTakesFocus] = useState(kept?.form === undefined);
  const input = isJsonObject(approval.input) ? approval.input : { input: approval.input };
  const edit = useEditForm(input, question?.schema ?? approval.schema, kept?.edit);
  const { state, value, changes, problems } = edit;
  const isEdited = changes > 0 || problems.size > 0;
  const live = useLiveChange(
    approval,
    form === 'edit' && isEdited && problems.size === 0 ? value : undefined,
  );
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is kept when the person changes it, not when it is drawn
  useEffect(() => {
    // A form that was just read need not be written.
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const edited = isEdited ? { edit: keptEdit(state) } : {};
    const said = [text.trim(), isEdited && editWords(state, value)].filter(Boolean).join('\n');
    const isKept = form === 'edit' || form === 'reject' || form === 'approve';
    keep({ approval: approval_id, ...(isKept && { form }), ...(text !== '' && { text }), ...edited, said });
  }, [form, text, state]);
  const closed = useRef<AskForm>(undefined);
  useEffect(() => {
    if (form !== undefined || closed.current === undefined) return;
    const opener = card.current?.querySelector<HTMLElement>(`[data-form="${closed.current}"]`);
    (opener ?? card.current)?.focus();
    closed.current = undefined;
  }, [form, card]);
  const close = (): void => {
    closed.current = form;
    setForm(undefined);
  };
  return {
    form,
    edit,
    live,
    text,
    setText,
    takesFocus,
    open(next) {
      // A form without fields shows JSON.
      if (next === 'edit' && state.fields.length === 0 && state.json === undefined) edit.toggle();
      setTakesFocus(true);
      setForm(next);
    },
    close,
    discard() {
      edit.reset();
      close();
    },
  };
}
