import './keys.css';
import './recovery-code.css';
import type { NewRecoveryCode as Made, Vault } from '@millrace/react/vault';
import { Copy, Printer } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { ProblemLine } from './problem-line.tsx';
import { useTask } from './use-task.ts';

const GROUPS = 4;

export interface NewRecoveryCodeProps {
  readonly vault: Vault;
  readonly onKept: () => void;
}

/** Shows a new recovery code, once, and asks for a part of it before it counts. */
export function NewRecoveryCode({ vault, onKept }: NewRecoveryCodeProps) {
  const { recovery: words } = usePageWords().vault;
  const [made, setMade] = useState<Made>();
  const [group] = useState(() => 1 + ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) % GROUPS));
  const [said, setSaid] = useState('');
  const task = useTask();
  const id = useId();
  const code = useRef<HTMLOListElement>(null);
  useEffect(() => {
    vault.newRecoveryCode().then(setMade, () => {});
  }, [vault]);
  // The button that asked for it is gone; the code is what is to be read now.
  useEffect(() => {
    if (made) code.current?.focus();
  }, [made]);
  if (made === undefined) return null;

  async function copy(text: string): Promise<void> {
    await navigator.clipboard.writeText(text).then(
      () => setSaid(words.copied),
      () => setSaid(words.copyFailed),
    );
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('group') as HTMLInputElement;
    if (made?.fits(group, field.value))
      return void task.run(async () => {
        await made.keep();
        onKept();
      });
    task.refuse(words.differs(group));
    field.focus();
  }
  return (
    <form className="app-entry app-code" noValidate onSubmit={submit}>
      <p>{words.intro}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the focus from the button that is gone */}
      <ol ref={code} aria-label={words.label} tabIndex={0} dir="ltr" className="app-code-groups">
        {made.code.split(' ').map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ol>
      <div className="app-choice">
        <button type="button" className="mr-button" onClick={() => void copy(made.code)}>
          <Copy size={16} aria-hidden="true" />
          {words.copy}
        </button>
        <button type="button" className="mr-button" onClick={() => print()}>
          <Printer size={16} aria-hidden="true" />
          {words.print}
        </button>
      </div>
      <p role="status">{said}</p>
      <label>
        {words.check(group)}
        <input
          name="group"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          maxLength={20}
          required
          aria-invalid={task.problem === undefined ? undefined : true}
          aria-describedby={task.problem === undefined ? undefined : id}
        />
      </label>
      <ProblemLine id={id} text={task.problem} />
      <button type="submit" className="mr-button mr-button-primary" aria-disabled={task.working}>
        {task.working ? words.keeping : words.keep}
      </button>
    </form>
  );
}
