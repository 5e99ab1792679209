import type { AccountInfo, DeviceInfo } from '@millrace/engine/run';
import { type Client, useWords } from '@millrace/react';
import { useCallback, useState } from 'react';
import { usePageWords } from '../../base/page-words.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { CredentialSettings } from './credential-settings.tsx';
import { NameForm } from './name-form.tsx';
import { PhoneLink } from './phone-link.tsx';
import { useServerList } from './use-server-list.ts';

export interface DeviceSettingsProps {
  readonly client: Client;
  readonly account: AccountInfo | undefined;
  readonly onAccount: (account: AccountInfo) => void;
  /** Rejects when the server could not be told. */
  readonly onSignOut: () => Promise<void>;
}

/** The own name, the ways to sign in, and the devices that are signed in. */
export function DeviceSettings({ client, account, onAccount, onSignOut }: DeviceSettingsProps) {
  const strings = usePageWords();
  return (
    <>
      <div>
        <h2>{strings.sections.devices}</h2>
        <p>{strings.account.intro}</p>
      </div>
      {account && <NameForm {...{ client, account, onAccount }} />}
      {account && <CredentialSettings {...{ client, account }} />}
      <Devices client={client} onSignOut={onSignOut} />
      <PhoneLink client={client} />
    </>
  );
}

function Devices({ client, onSignOut }: Pick<DeviceSettingsProps, 'client' | 'onSignOut'>) {
  const page = usePageWords();
  const strings = page.devices;
  const load = useCallback(async () => (await client.listDevices()).devices, [client]);
  const { list, problem, said, heading, change } = useServerList(load, strings);
  const [failed, setFailed] = useState(false);
  const others = list?.filter(({ current }) => !current) ?? [];
  const told = failed ? page.signOutFailed : problem;

  function signOutHere(): void {
    setFailed(false);
    onSignOut().catch(() => setFailed(true));
  }
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>
        {strings.title}
      </h3>
      <p>{strings.help}</p>
      {told !== undefined && (
        <p className="app-problem" role="alert">
          {told}
        </p>
      )}
      <p className="mr-sr-only" role="status">
        {said}
      </p>
      <ul className="app-providers">
        {list?.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            onSignOut={() =>
              device.current
                ? signOutHere()
                : void change(client.signOutDevice(device.id), strings.signedOut(device.name))
            }
          />
        ))}
        {list && (
          <li className="app-provider">
            {others.length === 0 ? (
              <p>{strings.none}</p>
            ) : (
              <ConfirmButton
                text={strings.others}
                label={strings.others}
                question={strings.othersQuestion}
                onConfirm={() => void change(client.signOutOthers(), strings.othersSignedOut)}
              />
            )}
          </li>
        )}
      </ul>
    </section>
  );
}

function DeviceRow({ device, onSignOut }: { readonly device: DeviceInfo; readonly onSignOut: () => void }) {
  const { devices: strings } = usePageWords();
  const words = useWords();
  const [now] = useState(Date.now);
  const { name, current, created_at, seen_at } = device;
  const facts = [
    // A device of an older version has no times.
    ...(seen_at === 0 || current ? [] : [strings.lastHere(words.ago(seen_at, now))]),
    ...(created_at === 0 ? [] : [strings.since(created_at)]),
  ];
  return (
    <li className="app-provider">
      <div>
        <strong dir="auto">{name}</strong>
        {facts.length > 0 && <p>{facts.join(' · ')}</p>}
      </div>
      {current && <span className="app-pill">{strings.here}</span>}
      <ConfirmButton
        text={strings.signOut}
        label={current ? strings.signOutHere : strings.signOutOf(name)}
        question={current ? strings.hereQuestion : strings.question(name)}
        onConfirm={onSignOut}
      />
    </li>
  );
}
