import './keys.css';
import type { SignInWays as Ways } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { credentialPair, type NamedPair } from '@millrace/react/vault';
import { usePageWords } from '../base/page-words.ts';
import { usePageVault } from '../vault/page-vault.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { namedAddress, passkeyPlace } from './passkey-place.ts';
import { PassphraseEntry } from './passphrase-entry.tsx';

export interface SignInWaysProps {
  readonly client: Client;
  readonly ways: Ways;
  readonly onDone: () => void;
}

/** The ways to sign in that people have here and that work at this address; a one-time link always works. */
export function SignInWays({ client, ways, onDone }: SignInWaysProps) {
  const strings = usePageWords();
  const { keys: words } = strings;
  const place = passkeyPlace(location.hostname, window);
  const hasPasskey = ways.passkey && place === 'here';
  const hasPassphrase = ways.passphrase && place !== 'insecure' && window.isSecureContext;
  const page = usePageVault();
  // A pair that came with signing in may open the vault, too: then nobody is asked again.
  const enter = async (proof: Parameters<Client['signInBy']>[0], pair?: NamedPair): Promise<void> => {
    await client.signInBy(proof);
    if (pair) (await page.load()).offer(pair);
    onDone();
  };
  return (
    <>
      {hasPasskey && (
        <PasskeyButton
          ask={client.passkeyChallenge}
          send={async (proof, secret) => enter(proof, secret && (await credentialPair(secret, 'passkey')))}
        />
      )}
      {ways.passkey && place === 'ip' && <AtName />}
      {hasPassphrase && (
        <>
          {hasPasskey && <p className="app-or">{words.orPassphrase}</p>}
          <PassphraseEntry
            client={client}
            submit={words.signIn}
            working={words.signingIn}
            incomplete={words.incomplete}
            send={(sign_in_name, secret, pair) => enter({ sign_in_name, secret }, pair)}
          />
        </>
      )}
      {(place === 'insecure' || !window.isSecureContext) && <p>{words.insecureHelp}</p>}
      <p className="app-or">{hasPasskey || hasPassphrase ? words.link : words.or}</p>
      <p>{words.linkHelp}</p>
      <pre>{strings.linkCommand}</pre>
    </>
  );
}

/** The way to passkeys from an IP address. */
function AtName() {
  const { keys: words } = usePageWords();
  const address = namedAddress(location);
  return (
    <p>
      {words.ipHelp} {address && <a href={address}>{words.openAt(address)}</a>}
    </p>
  );
}
