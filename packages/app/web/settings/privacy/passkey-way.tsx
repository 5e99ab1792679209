import { credentialPair, VaultError } from '@millrace/react/vault';
import { Fingerprint } from 'lucide-react';
import { usePageWords } from '../../base/page-words.ts';
import { passkeyPlace } from '../../keys/passkey-place.ts';
import { answerByPasskey, makePasskey } from '../../keys/passkeys.ts';
import { useDeviceName } from '../../keys/use-device-name.ts';
import { ConfirmButton } from '../people/confirm-button.tsx';
import type { VaultPart } from './privacy-settings.tsx';

/** Passkeys that open the chats. One that can't hold a key says so. */
export function PasskeyWay({ client, vault, server, change, working }: VaultPart) {
  const strings = usePageWords();
  const { passkey: words, ...all } = strings.vault;
  const device = useDeviceName(client);
  const kept = server.credentials.filter(({ kind }) => kind === 'passkey');
  const isHere = passkeyPlace(location.hostname, window) === 'here';

  async function add(): Promise<void> {
    const { passkeys } = await client.credentials();
    if (!passkeys.some(({ host }) => host === location.hostname)) {
      const made = await makePasskey(await client.newPasskey());
      await client.addPasskey({ ...made, name: device });
    }
    const { proof, secret } = await answerByPasskey(await client.confirmChallenge());
    await client.confirm(proof);
    if (secret === undefined) throw new VaultError('no_secret');
    const { passkeys: known } = await client.credentials();
    const newest = known.toSorted((a, b) => b.used_at - a.used_at)[0];
    await vault.keepWay({
      ...{ kind: 'passkey', pair: await credentialPair(secret, 'passkey'), name: newest?.name ?? device },
      ...(newest && { passkeyId: newest.id }),
    });
  }
  return (
    <>
      <li className="app-provider">
        <Fingerprint size={20} aria-hidden="true" />
        <div>
          <h3>{words.title}</h3>
          <p>{isHere ? words.help : strings.keys.ipHelp}</p>
        </div>
        {isHere && (
          <button
            type="button"
            className="mr-button"
            aria-label={`${words.add}: ${words.title}`}
            aria-disabled={working}
            onClick={() => void change(add, words.added)}
          >
            {working ? words.waiting : words.add}
          </button>
        )}
      </li>
      {kept.map(({ id, name, created_at }) => (
        <li key={id} className="app-provider">
          <Fingerprint size={20} aria-hidden="true" />
          <div>
            <strong dir="auto">{name || words.title}</strong>
            <p>{all.wayAdded(created_at)}</p>
          </div>
          <ConfirmButton
            text={all.takeBack}
            label={all.takeBackOf(name || words.title)}
            question={all.takeBackQuestion(name || words.title)}
            onConfirm={() => void change(() => vault.revoke(id), all.takenBack(name || words.title))}
          />
        </li>
      ))}
    </>
  );
}
