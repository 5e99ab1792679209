'use client';

import { useId } from 'react';
import { useWords } from '../../words/words-context.ts';
import { showHidden } from '../shown/show-hidden.ts';
import { ShownText } from '../shown/shown-text.tsx';
import { extraFields } from './extra-fields.ts';
import { FieldControl } from './field-control.tsx';
import type { FormField } from './form-field.ts';
import type { EditForm } from './use-edit-form.ts';

export interface SchemaFieldsProps {
  readonly form: EditForm;
  readonly disabled: boolean;
  /** True when fields that nobody needs to fill in are folded. */
  readonly folds: boolean;
}

/** The fields of an edit, or its JSON. */
export function SchemaFields({ form, disabled, folds }: SchemaFieldsProps) {
  const strings = useWords();
  const { fields } = form.state;
  if (form.state.json !== undefined) return <JsonField form={form} disabled={disabled} />;
  const extra = folds ? extraFields(fields) : [];
  const rows = (some: readonly FormField[]) =>
    some.map((field) => <FieldRow key={field.key} {...{ field, form, disabled }} />);
  return (
    <div className="mr-approval-rows">
      {rows(fields.filter((field) => !extra.includes(field)))}
      {extra.length > 0 && (
        <details className="mr-approval-extra">
          <summary>{strings.moreFields(extra.length)}</summary>
          <div className="mr-approval-rows">{rows(extra)}</div>
        </details>
      )}
    </div>
  );
}

interface FieldRowProps extends Omit<SchemaFieldsProps, 'folds'> {
  readonly field: FormField;
}

function FieldRow({ field, form, disabled }: FieldRowProps) {
  const strings = useWords();
  const { key, label, help, required } = field;
  const id = useId();
  const draft = form.state.drafts.get(key) ?? '';
  const problem = form.shown(key);
  return (
    <div className="mr-approval-row" data-kind={field.kind}>
      <label htmlFor={id} id={`${id}-label`} title={key}>
        <ShownText text={label} />
        {required && (
          <span className="mr-required">
            <span aria-hidden="true">*</span>
            <span className="mr-sr-only"> ({strings.requiredMark})</span>
          </span>
        )}
      </label>
      <div className="mr-approval-cell">
        <FieldControl
          {...{ field, draft, disabled, id }}
          describedBy={`${id}-help ${id}-problem`}
          invalid={problem !== undefined}
          onDraft={(next) => form.setDraft(key, next)}
          onLeave={() => form.leave(key)}
        />
        <Hints id={`${id}-help`} {...{ field, help }} draft={draft} value={form.value?.[key]} />
        <p id={`${id}-problem`} className="mr-approval-hint mr-approval-bad">
          {problem}
        </p>
      </div>
    </div>
  );
}

interface HintsProps {
  readonly id: string;
  readonly field: FormField;
  readonly help: string | undefined;
  readonly draft: EditForm['state']['drafts'] extends ReadonlyMap<string, infer D> ? D : never;
  readonly value: unknown;
}

/** The hints for a field: its meaning, the form in which it is sent, and characters in it that can't be seen. */
function Hints({ id, field: { kind }, help, draft, value }: HintsProps) {
  const strings = useWords();
  const typed = typeof draft === 'string' && kind !== 'json' ? draft : '';
  const hides = showHidden(typed).some(({ hidden }) => hidden);
  return (
    <div id={id} className="mr-approval-help">
      {help !== undefined && (
        <p dir="auto">
          <ShownText text={help} />
        </p>
      )}
      {kind === 'list' && <p>{strings.onePerLine}</p>}
      {kind === 'datetime' && typeof value === 'string' && <p>{strings.sentAs(value)}</p>}
      {hides && (
        <p dir="auto">
          {strings.readsAs} <ShownText text={typed} />
        </p>
      )}
    </div>
  );
}

function JsonField({ form, disabled }: Omit<SchemaFieldsProps, 'folds'>) {
  const strings = useWords();
  const id = useId();
  const problem = form.shown('');
  return (
    <>
      <textarea
        className="mr-approval-field mr-approval-code"
        aria-label={strings.inputAsJson}
        aria-invalid={problem !== undefined}
        aria-describedby={id}
        spellCheck={false}
        dir="ltr"
        value={form.state.json?.text ?? ''}
        readOnly={disabled}
        onChange={(event) => form.setJson(event.target.value)}
      />
      <p id={id} className="mr-approval-hint mr-approval-bad">
        {problem}
      </p>
    </>
  );
}
