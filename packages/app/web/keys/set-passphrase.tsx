import type { Client } from '@millrace/react';
import { type FormEvent, useId, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { usePageVault } from '../vault/page-vault.ts';
import { derivePassphraseKeys } from './derive-keys.ts';
import { ProblemLine } from './problem-line.tsx';
import { SecretField } from './secret-field.tsx';
import { LEAST_CHARACTERS, strengthOf } from './strength-of.ts';
import { useTask } from './use-task.ts';

export interface SetPassphraseProps {
  readonly client: Client;
  /** The sign-in name to begin with. */
  readonly name: string;
  readonly onSaved: () => void;
}

/** Asks for a sign-in name and a new passphrase. The server gets a secret that is made of it, and never the passphrase. */
export function SetPassphrase({ client, name: suggested, onSaved }: SetPassphraseProps) {
  const { settings: words, ...keys } = usePageWords().keys;
  const page = usePageVault();
  const task = useTask();
  const id = useId();
  const [typed, setTyped] = useState({ name: suggested, passphrase: '' });
  function type(change: Partial<typeof typed>): void {
    setTyped({ ...typed, ...change });
    task.refuse(undefined);
  }
  const hint = useHint(typed.passphrase, typed.name);
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const name = typed.name.trim();
    const isShort = strengthOf(typed.passphrase) === 'short';
    if (name === '' || isShort) {
      task.refuse(name === '' ? words.noName : words.tooShort(LEAST_CHARACTERS));
      (elements.namedItem(name === '' ? 'username' : 'passphrase') as HTMLInputElement).focus();
      return;
    }
    void task.run(async () => {
      const { secret, pair } = await derivePassphraseKeys(typed.passphrase, await client.signInSalt(name));
      await client.setPassphrase({ name, secret });
      // It opens the chats, too. Where this browser has no key to give it, it signs in all the same.
      const keep = async () => (await page.load()).keepWay({ kind: 'passphrase', pair, name });
      await keep().catch(() => {});
      onSaved();
    });
  }
  return (
    <form className="app-entry" noValidate onSubmit={submit}>
      <label>
        {keys.name}
        <input
          name="username"
          value={typed.name}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          dir="auto"
          required
          aria-describedby={`${id}-name`}
          onChange={({ target }) => type({ name: target.value })}
        />
      </label>
      <p id={`${id}-name`}>{words.nameHelp}</p>
      <SecretField
        label={words.newPassphrase}
        show={keys.show}
        name="passphrase"
        value={typed.passphrase}
        autoComplete="new-password"
        required
        aria-describedby={task.problem === undefined ? `${id}-hint` : `${id} ${id}-hint`}
        aria-invalid={task.problem === undefined ? undefined : true}
        onChange={({ target }) => type({ passphrase: target.value })}
      />
      <p id={`${id}-hint`} role="status">
        {hint}
      </p>
      <ProblemLine id={id} text={task.problem} />
      <button type="submit" className="mr-button" aria-disabled={task.working}>
        {task.working ? words.saving : words.save}
      </button>
    </form>
  );
}

/** How hard the passphrase is to guess, or how many characters it needs, in words. */
function useHint(passphrase: string, name: string): string {
  const { strength: words } = usePageWords().keys.settings;
  const strength = strengthOf(passphrase, name.trim());
  return strength === 'short' ? words.short(LEAST_CHARACTERS - [...passphrase].length) : words[strength];
}
