import type { Client } from '@millrace/react';
import type { NamedPair } from '@millrace/react/vault';
import { type FormEvent, useId } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { derivePassphraseKeys } from './derive-keys.ts';
import { ProblemLine } from './problem-line.tsx';
import { SecretField } from './secret-field.tsx';
import { useTask } from './use-task.ts';

export interface PassphraseEntryProps {
  readonly client: Pick<Client, 'signInSalt'>;
  /** The sign-in name, where it is known. */
  readonly name?: string;
  readonly submit: string;
  readonly working: string;
  /** Said when something is missing. */
  readonly incomplete: string;
  /** `pair` stays in the page: it opens the vault. */
  readonly send: (name: string, secret: string, pair: NamedPair) => Promise<void>;
}

/** Asks for a passphrase, and for the sign-in name where it is not known. Only the secret that is made of them is sent. */
export function PassphraseEntry({ client, name: known, send, ...texts }: PassphraseEntryProps) {
  const { keys: words } = usePageWords();
  const task = useTask();
  const id = useId();
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const name = known ?? String(fields.get('username') ?? '').trim();
    const passphrase = String(fields.get('passphrase') ?? '');
    if (name === '' || passphrase === '') {
      task.refuse(texts.incomplete);
      (form.elements.namedItem(name === '' ? 'username' : 'passphrase') as HTMLInputElement).focus();
      return;
    }
    void task.run(async () => {
      const { secret, pair } = await derivePassphraseKeys(passphrase, await client.signInSalt(name));
      await send(name, secret, pair);
    });
  }
  const described = task.problem === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': id };
  return (
    <form className="app-entry" noValidate onSubmit={submit}>
      {known === undefined ? (
        <label>
          {words.name}
          <input
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            dir="auto"
            required
            {...described}
          />
        </label>
      ) : (
        // For the keeper of passwords in the browser, which fills in by it.
        <input name="username" autoComplete="username" value={known} readOnly hidden />
      )}
      <SecretField
        label={words.passphrase}
        show={words.show}
        name="passphrase"
        autoComplete="current-password"
        required
        {...described}
      />
      <ProblemLine id={id} text={task.problem} />
      <button type="submit" className="mr-button" aria-disabled={task.working}>
        {task.working ? texts.working : texts.submit}
      </button>
    </form>
  );
}
