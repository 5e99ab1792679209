import type { AccountInfo } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { type FormEvent, useId, useState } from 'react';
import { usePageWords } from '../../base/page-words.ts';

export interface NameFormProps {
  readonly client: Client;
  readonly account: AccountInfo;
  readonly onAccount: (account: AccountInfo) => void;
}

/** The own name, to change. */
export function NameForm({ client, account, onAccount }: NameFormProps) {
  const { account: strings, save } = usePageWords();
  const [told, setTold] = useState<'saved' | 'empty' | 'failed'>();
  const id = useId();
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (name === '') return setTold('empty');
    setTold(undefined);
    try {
      onAccount(await client.changeName(name));
      setTold('saved');
    } catch {
      setTold('failed');
    }
  }
  const isBad = told === 'empty' || told === 'failed';
  return (
    <section>
      <h3>{strings.name}</h3>
      <p id={id}>{strings.help}</p>
      <form className="app-connect" noValidate onSubmit={(event) => void submit(event)}>
        <label>
          <span className="mr-sr-only">{strings.name}</span>
          <input
            name="name"
            defaultValue={account.name}
            maxLength={100}
            autoComplete="name"
            dir="auto"
            required
            aria-invalid={told === 'empty' || undefined}
            aria-describedby={isBad ? `${id} ${id}-told` : id}
          />
        </label>
        <button type="submit" className="mr-button">
          {save}
        </button>
        {isBad && (
          <p id={`${id}-told`} className="app-problem" role="alert">
            {strings[told]}
          </p>
        )}
        <p className="app-wide" role="status">
          {told === 'saved' && strings.saved}
        </p>
      </form>
    </section>
  );
}
