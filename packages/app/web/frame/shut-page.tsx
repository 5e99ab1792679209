import './shut-page.css';
import '../keys/keys.css';
import type { CredentialList } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { credentialPair, type NamedPair, type Vault } from '@millrace/react/vault';
import { useCallback, useEffect, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { settingsPath } from '../base/settings-sections.ts';
import { NewRecoveryCode } from '../keys/new-recovery-code.tsx';
import { PasskeyButton } from '../keys/passkey-button.tsx';
import { passkeyPlace } from '../keys/passkey-place.ts';
import { PassphraseEntry } from '../keys/passphrase-entry.tsx';
import { TypedCode } from '../keys/typed-code.tsx';
import { type Shut, usePageVault } from '../vault/page-vault.ts';
import { QrCode } from '../vault/qr-code.tsx';
import { useVault } from '../vault/use-vault.ts';
import { Brand } from './brand.tsx';

export interface ShutPageProps {
  readonly client: Client;
  readonly shut: Shut;
  readonly onSignedOut: () => void;
}

/** The page of somebody who is signed in while the server can't read: this browser has no key yet, or nobody has made one. */
export function ShutPage({ client, shut, onSignedOut }: ShutPageProps) {
  const strings = usePageWords();
  const { vault: words } = strings;
  const page = usePageVault();
  const { vault } = useVault();
  const open = useCallback(() => void page.unlock(), [page]);
  async function signOut(): Promise<void> {
    await client.signOut().catch(() => {});
    onSignedOut();
  }
  const said = { locked: words.locked, new: words.fresh, keyless: words.keyless }[shut];
  return (
    <main className="app-door">
      <div className="app-card">
        <Brand />
        <h1>{said.title}</h1>
        <p>{said.help}</p>
        {vault && shut === 'locked' && <Locked {...{ client, vault }} onOpen={open} />}
        {vault && shut === 'new' && <NewRecoveryCode vault={vault} onKept={open} />}
      </div>
      <div className="app-door-ends">
        <button type="button" className="mr-button mr-button-quiet" onClick={() => void signOut()}>
          {words.locked.signOut}
        </button>
        {shut === 'locked' && (
          <details>
            <summary>{words.locked.neither}</summary>
            <p>{words.locked.neitherHelp}</p>
          </details>
        )}
      </div>
    </main>
  );
}

interface LockedProps {
  readonly client: Client;
  readonly vault: Vault;
  readonly onOpen: () => void;
}

/** The ways to the key that this account has: another device, a passkey, the passphrase, the recovery code. */
function Locked({ client, vault, onOpen }: LockedProps) {
  const { locked: words, passphrase: ofPhrase } = usePageWords().vault;
  const credentials = useSignInCredentials(client);
  const kinds = new Set(vault.getState().server?.credentials.map(({ kind }) => kind));
  const hasPasskey = kinds.has('passkey') && passkeyPlace(location.hostname, window) === 'here';
  const name = kinds.has('passphrase') ? credentials?.passphrase?.name : undefined;
  async function openBy(pair: NamedPair): Promise<void> {
    await vault.openBy(pair);
    onOpen();
  }
  return (
    <>
      <Asking vault={vault} />
      {hasPasskey && (
        <>
          <p className="app-or">{words.or}</p>
          <PasskeyButton
            ask={client.confirmChallenge}
            send={async (_, secret) => openBy(await credentialPair(secret ?? new Uint8Array(), 'passkey'))}
          />
        </>
      )}
      {name !== undefined && (
        <>
          <p className="app-or">{words.or}</p>
          <PassphraseEntry
            client={client}
            name={name}
            submit={words.passphrase}
            working={words.opening}
            incomplete={ofPhrase.incomplete}
            send={(_, __, pair) => openBy(pair)}
          />
        </>
      )}
      <p className="app-or">{words.or}</p>
      <TypedCode vault={vault} onOpen={onOpen} />
    </>
  );
}

/** The passkeys and the passphrase that sign in; undefined until they came. */
function useSignInCredentials(client: Client): CredentialList | undefined {
  const [list, setList] = useState<CredentialList>();
  useEffect(() => {
    client.credentials().then(setList, () => {});
  }, [client]);
  return list;
}

const LOOK_MS = 2000;

/** Shows the key of this browser to another device, and waits until that has answered. */
function Asking({ vault }: { readonly vault: Vault }) {
  const { locked: words } = usePageWords().vault;
  const page = usePageVault();
  const [link, setLink] = useState<string>();
  useEffect(() => {
    vault.ask().then(
      (fragment) => setLink(`${location.origin}${settingsPath('privacy', fragment)}`),
      () => {},
    );
  }, [vault]);
  useEffect(() => {
    const timer = setInterval(() => void page.unlock(), LOOK_MS);
    return () => clearInterval(timer);
  }, [page]);
  if (link === undefined) return null;
  return (
    <section className="app-asking" aria-labelledby="asking">
      <h2 id="asking">{words.other}</h2>
      <div className="app-asking-code">
        <QrCode text={link} label={words.code} />
        <div className="app-asking-words">
          <p>{words.scan}</p>
          <p role="status" className="app-asking-waits">
            <span className="app-waits-ring" aria-hidden="true" />
            {words.waiting}
          </p>
        </div>
      </div>
      <label>
        {words.link}
        <input readOnly value={link} dir="ltr" onFocus={({ target }) => target.select()} />
      </label>
    </section>
  );
}
