import './answers.css';
import { LONGEST_PROMPT } from '@millrace/engine/run';
import { useId } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { isTooLong } from './answer-draft.ts';

export interface PromptFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** From here on it is told how much is left. */
const NEAR = LONGEST_PROMPT * 0.9;

/** A field for instructions, with a word when they get too long. */
export function PromptField({ label, help, text, onText }: PromptFieldProps) {
  const { answers: words } = usePageWords();
  const id = useId();
  const bad = isTooLong(text);
  return (
    <div className="app-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={5}
        dir="auto"
        value={text}
        placeholder={words.placeholder}
        aria-invalid={bad}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => onText(target.value)}
      />
      <p id={`${id}-help`} className={bad ? 'app-bad' : undefined} role={bad ? 'alert' : undefined}>
        {bad
          ? words.tooLong(LONGEST_PROMPT)
          : text.length > NEAR
            ? words.left(LONGEST_PROMPT - text.length)
            : help}
      </p>
    </div>
  );
}
