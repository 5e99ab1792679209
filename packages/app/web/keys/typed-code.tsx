import './keys.css';
import './recovery-code.css';
import { readRecoveryCode, type Vault } from '@millrace/react/vault';
import { type ClipboardEvent, type FormEvent, useId, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { ProblemLine } from './problem-line.tsx';
import { useTask } from './use-task.ts';

const NUMBERS = [1, 2, 3, 4] as const;
const EMPTY: readonly string[] = ['', '', '', ''];
/** The characters of a group, with the one that checks them. */
const GROUP = 9;

export interface TypedCodeProps {
  readonly vault: Vault;
  readonly onOpen: () => void;
}

/** Asks for the recovery code, group by group, and says which one can't be right. */
export function TypedCode({ vault, onOpen }: TypedCodeProps) {
  const { locked: words } = usePageWords().vault;
  const [groups, setGroups] = useState(EMPTY);
  const task = useTask();
  const id = useId();
  const wrong = readRecoveryCode(groups.map((group) => group || '-').join(' ')).wrongGroups ?? [];
  // A group is looked at when it is full: until then nothing in it is wrong.
  const isBad = (number: number): boolean =>
    wrong.includes(number) && plain(groups[number - 1] ?? '').length >= GROUP;
  const bad = NUMBERS.filter(isBad);

  function type(number: number, text: string): void {
    setGroups(groups.map((group, i) => (i === number - 1 ? text : group)));
    task.refuse(undefined);
  }
  function paste(event: ClipboardEvent): void {
    const parts = split(event.clipboardData.getData('text/plain'));
    if (parts.length < 2) return;
    event.preventDefault();
    setGroups(EMPTY.map((_, i) => parts[i] ?? ''));
    task.refuse(undefined);
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const first = wrong[0];
    if (first !== undefined) {
      task.refuse(words.wrongGroups(wrong));
      (event.currentTarget.elements.namedItem(`group${first}`) as HTMLInputElement).focus();
      return;
    }
    void task.run(async () => {
      await vault.openByCode(groups.join(' '));
      onOpen();
    });
  }
  const problem = task.problem ?? (bad.length > 0 ? words.wrongGroups(bad) : undefined);
  return (
    <form className="app-entry" noValidate onSubmit={submit}>
      <fieldset className="app-code-fields">
        <legend>{words.enter}</legend>
        {NUMBERS.map((number) => (
          <input
            key={number}
            name={`group${number}`}
            aria-label={words.group(number)}
            value={groups[number - 1]}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            dir="ltr"
            maxLength={20}
            placeholder={number === 1 ? 'ABCD-EFGH-J' : undefined}
            aria-invalid={
              isBad(number) || (task.problem !== undefined && wrong.includes(number)) || undefined
            }
            aria-describedby={problem === undefined ? `${id}-hint` : id}
            onChange={({ target }) => type(number, target.value)}
            onPaste={paste}
          />
        ))}
      </fieldset>
      <p id={`${id}-hint`}>{words.hint}</p>
      <ProblemLine id={id} text={problem} />
      <button
        type="submit"
        className={wrong.length === 0 ? 'mr-button mr-button-primary' : 'mr-button'}
        aria-disabled={task.working}
      >
        {task.working ? words.opening : words.open}
      </button>
    </form>
  );
}

const plain = (group: string): string => group.replace(/[^0-9a-z]/gi, '');

/** The groups of a code that was pasted: by its spaces, else by counting. Pure. */
function split(text: string): readonly string[] {
  const words = text.trim().split(/\s+/u);
  return words.length > 1 ? words : (plain(text).match(/.{1,9}/g) ?? []);
}
