import type { PasskeyInfo } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { Fingerprint } from 'lucide-react';
import { usePageWords } from '../base/page-words.ts';
import { namedAddress, passkeyPlace } from './passkey-place.ts';
import { makePasskey } from './passkeys.ts';
import { ProblemLine } from './problem-line.tsx';
import { useTask } from './use-task.ts';

export interface AddPasskeyProps {
  readonly client: Client;
  /** The name of the device that asks, which the passkey gets. */
  readonly name: string;
  readonly isMain?: boolean;
  readonly onAdded: (passkey: PasskeyInfo) => void;
}

/** Lets this device make a passkey; where that can't be, says why and what to do. */
export function AddPasskey({ client, name, isMain = false, onAdded }: AddPasskeyProps) {
  const { keys: words } = usePageWords();
  const { working, problem, run } = useTask();
  const place = passkeyPlace(location.hostname, window);
  if (place !== 'here') return <Elsewhere client={client} place={place} />;
  async function add(): Promise<void> {
    const made = await makePasskey(await client.newPasskey());
    onAdded(await client.addPasskey({ ...made, name }));
  }
  return (
    <>
      <button
        type="button"
        className={isMain ? 'mr-button mr-button-primary' : 'mr-button'}
        aria-disabled={working}
        onClick={() => void run(add)}
      >
        <Fingerprint size={16} aria-hidden="true" />
        {working ? words.waiting : words.settings.add}
      </button>
      <ProblemLine text={problem} />
    </>
  );
}

interface ElsewhereProps {
  readonly client: Client;
  readonly place: 'ip' | 'insecure' | 'none';
}

function Elsewhere({ client, place }: ElsewhereProps) {
  const { settings: words, openAt } = usePageWords().keys;
  const { problem, run } = useTask();
  if (place === 'none') return <p>{words.noBrowser}</p>;
  if (place === 'insecure') return <p>{words.insecure}</p>;
  const address = namedAddress(location);
  if (address === undefined) return <p>{words.ipElsewhere}</p>;
  // The browser is signed in there by a link, because it keeps the session of each address apart.
  async function open(): Promise<void> {
    const { url } = await client.signInLink({ named: true });
    if (url !== undefined) location.assign(url);
  }
  return (
    <>
      <p>{words.ip}</p>
      <button type="button" className="mr-button" onClick={() => void run(open)}>
        {openAt(address)}
      </button>
      <ProblemLine text={problem} />
    </>
  );
}
