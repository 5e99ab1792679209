'use client';

import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import { isSendKey } from '../controls/keys.ts';
import { QuietButton } from '../controls/quiet-button.tsx';
import { SchemaFields } from '../form/schema-fields.tsx';
import { useEditForm } from '../form/use-edit-form.ts';
import { ShownText } from '../shown/shown-text.tsx';
import { closeHitlEditPanel, type HitlEdit } from './edit-panel-store.ts';
import { withExtraFields } from './panel-fields.ts';

/** The form of an edit with its title and its buttons. The focus goes in when it opens, and back when it closes. */
export function EditPanelBody({ edit }: { readonly edit: HitlEdit }) {
  const strings = useWords();
  const { title, args, schema, extraFields = [], onSave } = edit;
  const made = useMemo(() => withExtraFields(args, schema, extraFields), [args, schema, extraFields]);
  const form = useEditForm(made.input, made.schema);
  const box = useRef<HTMLFormElement>(null);
  const [told, setTold] = useState('');
  const id = useId();
  const { changes, problems, state, value } = form;
  useFocusInside(box);

  function save(): void {
    if (problems.size === 0 && value !== undefined) {
      onSave(value);
      closeHitlEditPanel();
      return;
    }
    form.tellAll();
    const labels = state.fields.filter(({ key }) => problems.has(key)).map(({ label }) => label);
    setTold(problems.get('') ?? strings.fieldsToFix(labels));
    setTimeout(() => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') closeHitlEditPanel();
    else if (isSendKey(event)) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  const isJson = state.json !== undefined;
  return (
    <form
      className="mr-edit-panel"
      aria-labelledby={id}
      ref={box}
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      <header>
        <h2 id={id} dir="auto">
          <ShownText text={strings.editTitle(title)} />
        </h2>
        <QuietButton disabled={isJson && value === undefined} onPress={form.toggle}>
          {isJson ? strings.showForm : strings.showJson}
        </QuietButton>
        <button
          type="button"
          className="mr-icon"
          aria-label={strings.closePanel}
          onClick={closeHitlEditPanel}
        >
          <X size={18} aria-hidden="true" />
        </button>
      </header>
      <div className="mr-edit-panel-body">
        <SchemaFields form={form} disabled={false} folds={false} />
        <p className="mr-approval-hint">{strings.changes(changes)}</p>
        <p className="mr-approval-hint mr-approval-bad" role="alert">
          {problems.size > 0 && told}
        </p>
      </div>
      <div className="mr-approval-actions">
        <button type="button" className="mr-button mr-button-primary" onClick={save}>
          {strings.saveChanges}
        </button>
        <QuietButton disabled={false} onPress={closeHitlEditPanel}>
          {strings.discardChanges}
        </QuietButton>
      </div>
    </form>
  );
}

function useFocusInside(box: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const { activeElement: before } = document;
    const first = box.current?.querySelector<HTMLElement>('.mr-edit-panel-body :is(input, textarea, select)');
    first?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [box]);
}
