import './privacy.css';
import '../../keys/keys.css';
import type { VaultState } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import type { Vault, VaultView } from '@millrace/react/vault';
import { useEffect, useRef, useState } from 'react';
import { usePageWords } from '../../base/page-words.ts';
import { useFragment } from '../../base/route.ts';
import { ProblemLine } from '../../keys/problem-line.tsx';
import { useTask } from '../../keys/use-task.ts';
import { useVault } from '../../vault/use-vault.ts';
import { GiveKey } from './give-key.tsx';
import { KeyList } from './key-list.tsx';
import { OnlyMyDevices } from './only-my-devices.tsx';
import { PasskeyWay } from './passkey-way.tsx';
import { PassphraseWay } from './passphrase-way.tsx';
import { PrivacyPicture } from './privacy-picture.tsx';
import { RecoveryWay } from './recovery-way.tsx';

export interface PrivacySettingsProps {
  readonly client: Client;
  /** Another number: the keys of the account changed. */
  readonly rev: number | undefined;
}

/** Something with keys that is done from a section: what is said when it is done, and what went wrong. */
export interface VaultChange {
  readonly working: boolean;
  /** Does it, and says so. Never rejects. True when it was done. */
  readonly change: (work: () => Promise<void>, done: string) => Promise<boolean>;
}

/** The parts of a section about keys. */
export interface VaultPart extends VaultChange {
  readonly client: Client;
  readonly vault: Vault;
  readonly server: VaultState;
}

const ROTATION_MS = 1000;

/** Says what is encrypted and who can read it, and lists everything that opens the chats. */
export function PrivacySettings({ client, rev }: PrivacySettingsProps) {
  const strings = usePageWords();
  const { vault: words } = strings;
  const { vault, view, failed } = useVault(rev);
  const task = useTask();
  const [said, setSaid] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const fragment = useFragment();
  const { server } = view;
  useRotation(vault, server);
  const home = server === undefined || server.home_key === 'on';

  async function change(work: () => Promise<void>, done: string): Promise<boolean> {
    setSaid('');
    let isDone = false;
    await task.run(async () => {
      await work();
      isDone = true;
      setSaid(done);
      // The button may be gone with the row that it stood in.
      requestAnimationFrame(() => document.activeElement === document.body && heading.current?.focus());
    });
    return isDone;
  }
  const part = vault && server && { client, vault, server, change, working: task.working };
  return (
    <>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {strings.sections.privacy}
        </h2>
        <p className="app-promise">{promiseOf(words.promise, home)}</p>
        <PrivacyPicture home={home} />
        <Facts home={home} sealed={server?.sealed_chats.length ?? 0} />
      </div>
      <p className="mr-sr-only" role="status">
        {said}
      </p>
      {failed && (
        <p className="app-problem" role="alert">
          {words.loadFailed}
        </p>
      )}
      <ProblemLine text={task.problem} />
      {part && (
        <>
          <GiveKey {...part} fragment={fragment} />
          <KeyList {...part} device={deviceOf(view)} />
          <section className="app-ways">
            <ul className="app-providers" aria-label={words.recovery.title}>
              <RecoveryWay {...part} />
              <PasskeyWay {...part} />
              <PassphraseWay {...part} />
            </ul>
          </section>
          <OnlyMyDevices {...part} />
        </>
      )}
    </>
  );
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The promise that holds; at the server's own computer it says "this computer". */
function promiseOf(words: Readonly<Record<'home' | 'server' | 'devices', string>>, home: boolean): string {
  if (!home) return words.devices;
  return LOOPBACK.has(location.hostname) ? words.home : words.server;
}

const deviceOf = ({ device, server }: VaultView): string | undefined => device ?? server?.device ?? undefined;

/** Asks again while the chats get new keys: each time some more have theirs. */
function useRotation(vault: Vault | undefined, server: VaultState | undefined): void {
  const isAtWork = server?.rotation != null || server?.upgrade != null;
  useEffect(() => {
    if (!isAtWork) return;
    const timer = setInterval(() => void vault?.refresh().catch(() => {}), ROTATION_MS);
    return () => clearInterval(timer);
  }, [vault, isAtWork]);
}

interface FactsProps {
  readonly home: boolean;
  /** The number of chats whose runs wait for a device after a crash. */
  readonly sealed: number;
}

function Facts({ home, sealed }: FactsProps) {
  const { vault: words } = usePageWords();
  const { modes } = words;
  const facts = home
    ? [...words.facts.always, ...words.facts.home]
    : [
        ...words.facts.always,
        ...words.facts.devices,
        [modes.title, sealed === 0 ? modes.alone : modes.some(sealed)] as const,
      ];
  return (
    <details className="app-more">
      <summary>{words.more}</summary>
      <dl className="app-rows">
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
