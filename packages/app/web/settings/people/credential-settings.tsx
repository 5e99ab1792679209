import '../../keys/keys.css';
import type { AccountInfo, CredentialList } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { useCallback, useRef, useState } from 'react';
import { usePageWords } from '../../base/page-words.ts';
import { AddPasskey } from '../../keys/add-passkey.tsx';
import { SetPassphrase } from '../../keys/set-passphrase.tsx';
import { useDeviceName } from '../../keys/use-device-name.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import { useServerList } from './use-server-list.ts';

export interface CredentialSettingsProps {
  readonly client: Client;
  readonly account: AccountInfo;
}

/** The ways by which the account can sign in without a link. */
export function CredentialSettings({ client, account }: CredentialSettingsProps) {
  const { settings: words } = usePageWords().keys;
  const load = useCallback(() => client.credentials(), [client]);
  const { list, problem, said, heading, change } = useServerList(load, words);
  const device = useDeviceName(client);
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>
        {words.title}
      </h3>
      <p>{words.help}</p>
      {problem !== undefined && (
        <p className="app-problem" role="alert">
          {problem}
        </p>
      )}
      <p className="mr-sr-only" role="status">
        {said}
      </p>
      {list && (
        <ul className="app-providers" aria-label={words.title}>
          {list.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={(name) => change(client.renamePasskey(passkey.id, name), words.renamed(name))}
              onRemove={() => void change(client.removePasskey(passkey.id), words.removed(passkey.name))}
            />
          ))}
          <li className="app-provider app-add-key">
            {list.passkeys.length === 0 && <p>{words.none}</p>}
            <AddPasskey
              client={client}
              name={device}
              onAdded={({ name }) => void change(Promise.resolve(), words.added(name))}
            />
          </li>
          <PassphraseRow
            {...{ client, account }}
            passphrase={list.passphrase}
            onSaved={() => change(Promise.resolve(), words.passphraseSaved)}
            onRemove={() => void change(client.removePassphrase(), words.passphraseRemoved)}
          />
        </ul>
      )}
    </section>
  );
}

interface PassphraseRowProps extends CredentialSettingsProps {
  readonly passphrase: CredentialList['passphrase'];
  readonly onSaved: () => Promise<void>;
  readonly onRemove: () => void;
}

function PassphraseRow({ client, account, passphrase, onSaved, onRemove }: PassphraseRowProps) {
  const strings = usePageWords();
  const { settings: words } = strings.keys;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  function close(): void {
    setOpen(false);
    // The button is there again after the next drawing.
    requestAnimationFrame(() => button.current?.focus());
  }
  return (
    <li className="app-provider">
      <div>
        <strong>{words.passphrase}</strong>
        <p dir="auto">{passphrase ? words.passphraseSet(passphrase.name) : words.passphraseNone}</p>
      </div>
      {open ? (
        <>
          <button type="button" className="mr-button" onClick={close}>
            {strings.cancel}
          </button>
          <SetPassphrase
            client={client}
            name={passphrase?.name ?? account.name}
            onSaved={() => void onSaved().then(close)}
          />
        </>
      ) : (
        <>
          <button ref={button} type="button" className="mr-button" onClick={() => setOpen(true)}>
            {passphrase ? words.change : words.set}
          </button>
          {passphrase && (
            <ConfirmButton
              text={words.remove}
              label={words.removePassphrase}
              question={words.removePassphraseQuestion}
              onConfirm={onRemove}
            />
          )}
        </>
      )}
    </li>
  );
}
