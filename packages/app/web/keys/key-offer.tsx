import './keys.css';
import type { Client } from '@millrace/react';
import { useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { AddPasskey } from './add-passkey.tsx';
import { passkeyPlace } from './passkey-place.ts';
import { SetPassphrase } from './set-passphrase.tsx';
import { useDeviceName } from './use-device-name.ts';

export interface KeyOfferProps {
  readonly client: Client;
  readonly onDone: () => void;
}

/** Offers a new person a way to come back, once. */
export function KeyOffer({ client, onDone }: KeyOfferProps) {
  const strings = usePageWords();
  const { offer: words, ...keys } = strings.keys;
  const device = useDeviceName(client);
  const [kept, setKept] = useState('');
  const place = passkeyPlace(location.hostname, window);
  return (
    <>
      <p>{words.help}</p>
      <p role="status">{kept}</p>
      <AddPasskey
        client={client}
        name={device}
        isMain
        onAdded={({ name }) => setKept(keys.settings.added(name))}
      />
      {place !== 'insecure' && (
        <>
          <p className="app-or">{keys.orPassphrase}</p>
          <SetPassphrase client={client} name="" onSaved={() => setKept(keys.settings.passphraseSaved)} />
        </>
      )}
      <button type="button" className="mr-button app-quit" onClick={onDone}>
        {kept === '' ? words.later : words.done}
      </button>
      {kept === '' && <p>{words.laterHelp}</p>}
    </>
  );
}
