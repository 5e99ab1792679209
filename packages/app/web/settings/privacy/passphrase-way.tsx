import type { CredentialList } from '@millrace/engine/run';
import { Asterisk } from 'lucide-react';
import { useEffect, useState } from 'react';
import { usePageWords } from '../../base/page-words.ts';
import { settingsPath } from '../../base/settings-sections.ts';
import { AppLink } from '../../frame/app-link.tsx';
import { PassphraseEntry } from '../../keys/passphrase-entry.tsx';
import { ConfirmButton } from '../people/confirm-button.tsx';
import type { VaultPart } from './privacy-settings.tsx';
import { WayRow } from './way-row.tsx';

/** The passphrase that signs in, as a way to open the chats. */
export function PassphraseWay({ client, vault, server, change }: VaultPart) {
  const { passphrase: words, ...all } = usePageWords().vault;
  const [passphrase, setPassphrase] = useState<CredentialList['passphrase']>(null);
  useEffect(() => {
    client.credentials().then(
      (list) => setPassphrase(list.passphrase),
      () => {},
    );
  }, [client]);
  const kept = server.credentials.find(({ kind }) => kind === 'passphrase');
  if (kept)
    return (
      <WayRow
        icon={Asterisk}
        title={words.title}
        help={`${words.help} ${all.wayAdded(kept.created_at)}`}
        beside={
          <ConfirmButton
            text={all.takeBack}
            label={all.takeBackOf(words.title)}
            question={all.takeBackQuestion(words.title)}
            onConfirm={() => void change(() => vault.revoke(kept.id), all.takenBack(words.title))}
          />
        }
      />
    );
  if (passphrase === null)
    return (
      <WayRow
        icon={Asterisk}
        title={words.title}
        help={words.none}
        beside={<AppLink href={settingsPath('devices')}>{words.toAccount}</AppLink>}
      />
    );
  return (
    <WayRow
      icon={Asterisk}
      title={words.title}
      help={words.help}
      action={{ text: words.add, label: `${words.add}: ${words.title}` }}
    >
      {(close) => (
        <PassphraseEntry
          client={client}
          name={passphrase.name}
          submit={words.submit}
          working={words.working}
          incomplete={words.incomplete}
          send={async (name, secret, pair) => {
            // The server says whether it is the right one, before anything is sealed to it.
            await client.confirm({ secret });
            const add = () => vault.keepWay({ kind: 'passphrase', pair, name });
            if (await change(add, words.added)) close();
          }}
        />
      )}
    </WayRow>
  );
}
