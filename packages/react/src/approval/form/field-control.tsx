import type { ReactNode } from 'react';
import { useWords } from '../../words/words-context.ts';
import { isCodeName } from '../shown/is-code-name.ts';
import { EmailsField } from './emails-field.tsx';
import type { Draft, FormField } from './form-field.ts';

export interface FieldControlProps {
  readonly field: FormField;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  readonly onLeave: () => void;
  readonly disabled: boolean;
  readonly id: string;
  readonly describedBy: string;
  readonly invalid: boolean;
}

/** A keyboard that corrects words must not correct a command. */
const AS_TYPED = { dir: 'ltr', spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' };

/** The control in which a person types or picks the value of one field. */
export function FieldControl(props: FieldControlProps): ReactNode {
  const strings = useWords();
  const { field, draft, onDraft, onLeave, disabled, id, describedBy, invalid } = props;
  const { kind, label, required, schema } = field;
  const text = typeof draft === 'string' ? draft : '';
  const list = typeof draft === 'string' ? [draft] : draft;
  const shared = {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': invalid,
    'aria-required': required,
    onBlur: onLeave,
  };
  const isCode = kind === 'json' || isCodeName(field.key);
  const type = {
    ...shared,
    ...(isCode && AS_TYPED),
    className: isCode ? 'mr-approval-field mr-approval-code' : 'mr-approval-field',
    value: text,
    readOnly: disabled,
  };
  switch (kind) {
    case 'long':
    case 'list':
    case 'json':
      return (
        <textarea
          dir="auto"
          spellCheck={kind === 'long'}
          {...type}
          rows={1}
          onChange={(event) => onDraft(event.target.value)}
        />
      );
    case 'boolean':
      return <YesOrNo {...props} shared={shared} />;
    case 'choice':
      return (
        <select
          {...shared}
          className="mr-approval-field"
          disabled={disabled}
          value={text}
          onChange={(event) => onDraft(event.target.value)}
        >
          {(!required || text === '') && <option value="">{strings.notSet}</option>}
          {field.choices.map((choice, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a choice is known by its place
            <option key={index} value={String(index)}>
              {choice.label}
            </option>
          ))}
        </select>
      );
    case 'choices':
      return <Choices {...props} list={list} shared={shared} />;
    case 'emails':
      return (
        <EmailsField
          {...{ label, disabled, onDraft }}
          draft={list}
          input={{ ...shared, className: 'mr-approval-field' }}
        />
      );
    case 'number':
      return (
        <input
          {...type}
          // Not `number`: that one hides what it does not understand.
          type="text"
          inputMode={schema['type'] === 'integer' ? 'numeric' : 'decimal'}
          onChange={(event) => onDraft(event.target.value)}
        />
      );
    case 'datetime':
    case 'date':
      return (
        <input
          {...type}
          type={kind === 'date' ? 'date' : 'datetime-local'}
          step={1}
          onChange={(event) => onDraft(event.target.value)}
        />
      );
    case 'text':
    case 'email':
      return (
        <input
          dir="auto"
          {...type}
          // The browser's own check would stop what ours explains.
          type="text"
          inputMode={kind === 'email' ? 'email' : 'text'}
          autoComplete="off"
          onChange={(event) => onDraft(event.target.value)}
        />
      );
  }
}

type Inner = FieldControlProps & { readonly shared: object };

function YesOrNo({ field, draft, onDraft, disabled, shared }: Inner) {
  const strings = useWords();
  if (field.present || field.required)
    return (
      <input
        {...shared}
        type="checkbox"
        className="mr-approval-check"
        disabled={disabled}
        checked={draft === 'true'}
        onChange={(event) => onDraft(String(event.target.checked))}
      />
    );
  return (
    <select
      {...shared}
      className="mr-approval-field"
      disabled={disabled}
      value={typeof draft === 'string' ? draft : ''}
      onChange={(event) => onDraft(event.target.value)}
    >
      <option value="">{strings.notSet}</option>
      <option value="true">{strings.yes}</option>
      <option value="false">{strings.no}</option>
    </select>
  );
}

function Choices({
  field,
  list,
  id,
  onDraft,
  disabled,
  shared,
}: Inner & { readonly list: readonly string[] }) {
  const picked = new Set(list.filter((each) => each !== ''));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, and the label stands beside
    <div {...shared} role="group" aria-labelledby={`${id}-label`} className="mr-approval-choices">
      {field.choices.map((choice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a choice is known by its place
        <label key={index}>
          <input
            type="checkbox"
            className="mr-approval-check"
            disabled={disabled}
            checked={picked.has(String(index))}
            onChange={({ target: { checked } }) =>
              onDraft(
                field.choices.flatMap((_, at) =>
                  (at === index ? checked : picked.has(String(at))) ? [String(at)] : [],
                ),
              )
            }
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}
