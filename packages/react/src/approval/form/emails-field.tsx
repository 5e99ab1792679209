'use client';

import { X } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useRef } from 'react';
import { useWords } from '../../words/words-context.ts';
import { ShownText } from '../shown/shown-text.tsx';

export interface EmailsFieldProps {
  readonly label: string;
  /** The addresses, and last the one that is being typed. */
  readonly draft: readonly string[];
  readonly onDraft: (draft: readonly string[]) => void;
  readonly disabled: boolean;
  readonly input: ComponentProps<'input'>;
}

/** Addresses as tags. Enter, a comma or leaving the field ends one; Backspace in an empty field takes the last one back. */
export function EmailsField({ label, draft, onDraft, disabled, input }: EmailsFieldProps) {
  const strings = useWords();
  const typed = draft.at(-1) ?? '';
  const tags = draft.slice(0, -1);
  const commit = (text: string): void => {
    const given = text.split(/[,;\s]+/).filter((each) => each !== '');
    if (given.length > 0) onDraft([...tags, ...given, '']);
  };
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if ((event.key === 'Enter' || event.key === ',') && typed.trim() !== '') {
      event.preventDefault();
      commit(typed);
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
      event.preventDefault();
      onDraft(tags);
    }
  }
  const field = useRef<HTMLInputElement>(null);
  function remove(place: number): void {
    if (disabled) return;
    onDraft(draft.filter((_, at) => at !== place));
    // The button that was pressed is gone.
    field.current?.focus();
  }
  return (
    <div className="mr-tags">
      {tags.length > 0 && (
        <ul aria-label={strings.emailsOf(label)}>
          {tags.map((tag, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same address may stand there twice
            <li key={place}>
              <span dir="ltr">
                <ShownText text={tag} />
              </span>
              <button
                type="button"
                aria-label={strings.removeEmail(tag)}
                aria-disabled={disabled}
                onClick={() => remove(place)}
              >
                <X size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        {...input}
        ref={field}
        type="text"
        inputMode="email"
        autoComplete="off"
        placeholder={strings.addEmail}
        value={typed}
        readOnly={disabled}
        onKeyDown={onKeyDown}
        onChange={({ target: { value } }) =>
          /[,;\s]/.test(value) ? commit(value) : onDraft([...tags, value])
        }
        onBlur={(event) => {
          commit(typed);
          input.onBlur?.(event);
        }}
      />
    </div>
  );
}
