import './keys.css';
import type { ConfirmRequest, CredentialList } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { passkeyPlace } from './passkey-place.ts';
import { PassphraseEntry } from './passphrase-entry.tsx';
import { ProblemLine } from './problem-line.tsx';
import { useTask } from './use-task.ts';

export interface ConfirmPanelProps {
  readonly client: Client;
  readonly onAnswer: (isConfirmed: boolean) => void;
}

/** Asks who is there, by each way that the account has, and by a new link. */
export function ConfirmPanel({ client, onAnswer }: ConfirmPanelProps) {
  const strings = usePageWords();
  const { confirm: words } = strings.keys;
  const credentials = useCredentials(client);
  async function send(proof: ConfirmRequest): Promise<void> {
    await client.confirm(proof);
    onAnswer(true);
  }
  return (
    <div className="app-ask">
      <h2>{words.title}</h2>
      <p>{words.help}</p>
      {credentials === undefined ? (
        <p role="status">{strings.loading}</p>
      ) : (
        <ProofForms {...{ client, credentials, send }} />
      )}
      <button type="button" className="mr-button app-quit" onClick={() => onAnswer(false)}>
        {strings.cancel}
      </button>
    </div>
  );
}

/** Those of the account; none when they could not be loaded, so that a link still works. */
function useCredentials(client: Client): Pick<CredentialList, 'passkeys' | 'passphrase'> | undefined {
  const [list, setList] = useState<Pick<CredentialList, 'passkeys' | 'passphrase'>>();
  useEffect(() => {
    client.credentials().then(setList, () => setList({ passkeys: [], passphrase: null }));
  }, [client]);
  return list;
}

interface ProofFormsProps {
  readonly client: Client;
  readonly credentials: Pick<CredentialList, 'passkeys' | 'passphrase'>;
  readonly send: (proof: ConfirmRequest) => Promise<void>;
}

function ProofForms({ client, credentials, send }: ProofFormsProps) {
  const { keys: words } = usePageWords();
  const { passkeys, passphrase } = credentials;
  const isHere = passkeyPlace(location.hostname, window) === 'here';
  const hasPasskey = isHere && passkeys.some(({ host }) => host === location.hostname);
  const forms = useRef<HTMLDivElement>(null);
  // The first way is the best one, and it has only just come.
  useEffect(() => forms.current?.querySelector<HTMLElement>('button, input:not([hidden])')?.focus(), []);
  return (
    <div className="app-proofs" ref={forms}>
      {hasPasskey && <PasskeyButton ask={client.confirmChallenge} send={send} />}
      {passphrase && (
        <>
          {hasPasskey && <p className="app-or">{words.orPassphrase}</p>}
          <PassphraseEntry
            client={client}
            name={passphrase.name}
            submit={words.confirm.submit}
            working={words.confirm.confirming}
            incomplete={words.confirm.incompletePassphrase}
            send={(_, secret) => send({ secret })}
          />
        </>
      )}
      {hasPasskey || passphrase ? (
        <details>
          <summary>{words.confirm.withLink}</summary>
          <LinkForm send={send} />
        </details>
      ) : (
        <LinkForm send={send} />
      )}
    </div>
  );
}

function LinkForm({ send }: Pick<ProofFormsProps, 'send'>) {
  const strings = usePageWords();
  const { confirm: words } = strings.keys;
  const task = useTask();
  const id = useId();
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('link') as HTMLInputElement;
    const token = tokenIn(field.value);
    if (token !== '') return void task.run(() => send({ token }));
    task.refuse(words.incomplete);
    field.focus();
  }
  return (
    <form className="app-entry" noValidate onSubmit={submit}>
      <p id={`${id}-help`}>{words.linkHelp}</p>
      <pre>{strings.linkCommand}</pre>
      <label>
        {words.link}
        <input
          name="link"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          required
          aria-invalid={task.problem === undefined ? undefined : true}
          aria-describedby={task.problem === undefined ? `${id}-help` : id}
        />
      </label>
      <ProblemLine id={id} text={task.problem} />
      <button type="submit" className="mr-button" aria-disabled={task.working}>
        {task.working ? words.confirming : words.submit}
      </button>
    </form>
  );
}

/** The token of a link that was pasted, whole or not. Pure. */
function tokenIn(link: string): string {
  const text = link.trim();
  return text.slice(text.lastIndexOf('#') + 1, text.lastIndexOf('#') + 201);
}
