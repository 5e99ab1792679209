import type { VaultCredential } from '@millrace/engine/run';
import { closeOnEscape, useWords } from '@millrace/react';
import { Laptop, Plus, Smartphone, Tablet } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { usePageWords } from '../../base/page-words.ts';
import { ConfirmButton } from '../people/confirm-button.tsx';
import { AddDevice } from './add-device.tsx';
import type { VaultPart } from './privacy-settings.tsx';

export interface KeyListProps extends VaultPart {
  /** The credential of this browser. */
  readonly device: string | undefined;
}

/** The devices that have a key, to be renamed and revoked, and the way to another one. */
export function KeyList(props: KeyListProps) {
  const { vault: words } = usePageWords();
  const { client, vault, server, device, change } = props;
  const [adding, setAdding] = useState(false);
  const devices = server.credentials.filter(({ kind }) => kind === 'device');
  const kept = devices.filter(({ wrapped }) => wrapped !== null);
  const { rotation, upgrade } = server;
  return (
    <section>
      <div className="app-keys-head">
        <h3>{words.keysTitle(kept.length, server.home_key === 'on')}</h3>
        <button type="button" className="mr-button" onClick={() => setAdding(true)}>
          <Plus size={16} aria-hidden="true" />
          {words.add}
        </button>
      </div>
      {adding && (
        <AddDevice
          {...{ client, vault }}
          onClose={() => setAdding(false)}
          onAdded={(name) => {
            setAdding(false);
            void change(async () => {}, words.link.added(name));
          }}
        />
      )}
      {rotation && <ProgressLine {...rotation} text={words.rotation} />}
      {upgrade && <ProgressLine {...upgrade} text={words.upgrade} />}
      <ul className="app-providers">
        {server.home_key === 'on' && (
          <li className="app-provider">
            <Laptop size={20} aria-hidden="true" />
            <div>
              <strong>{words.computer}</strong>
              <p>{words.computerDoes}</p>
            </div>
          </li>
        )}
        {devices.map((credential) => (
          <DeviceRow
            key={credential.id}
            credential={credential}
            isHere={credential.id === device}
            onRename={(name) => change(() => vault.rename(credential.id, name), words.renamed(name))}
            onRevoke={() =>
              void change(() => vault.revoke(credential.id), words.revoked(credential.name || words.unnamed))
            }
          />
        ))}
      </ul>
    </section>
  );
}

interface ProgressLineProps {
  readonly done: number;
  readonly total: number;
  readonly text: (done: number, total: number) => string;
}

function ProgressLine({ done, total, text }: ProgressLineProps) {
  return (
    <p className="app-rotation" role="status">
      <progress max={total} value={done} aria-label={text(done, total)} />
      {text(done, total)}
    </p>
  );
}

interface DeviceRowProps {
  readonly credential: VaultCredential;
  readonly isHere: boolean;
  readonly onRename: (name: string) => Promise<boolean>;
  readonly onRevoke: () => void;
}

const ICONS = { computer: Laptop, phone: Smartphone, tablet: Tablet } as const;

function DeviceRow({ credential, isHere, onRename, onRevoke }: DeviceRowProps) {
  const strings = usePageWords();
  const { vault: words } = strings;
  const { ago } = useWords();
  const [now] = useState(Date.now);
  const [renaming, setRenaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const name = credential.name || words.unnamed;
  const Icon = ICONS[credential.form ?? 'computer'];
  function close(): void {
    setRenaming(false);
    // The button is there again after the next drawing.
    requestAnimationFrame(() => button.current?.focus());
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const chosen = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (chosen === '' || chosen === credential.name) close();
    else void onRename(chosen).then(close);
  }
  if (renaming) {
    return (
      <li className="app-provider">
        <form className="app-connect" onSubmit={submit} onKeyDown={(event) => closeOnEscape(event, close)}>
          <label>
            <span className="mr-sr-only">{words.newName(name)}</span>
            {/* biome-ignore lint/a11y/noAutofocus: the person has just asked for it */}
            <input name="name" defaultValue={credential.name} maxLength={100} dir="auto" required autoFocus />
          </label>
          <button type="submit" className="mr-button">
            {strings.save}
          </button>
          <button type="button" className="mr-button" onClick={close}>
            {strings.cancel}
          </button>
        </form>
      </li>
    );
  }
  const facts = [
    ...(credential.wrapped === null ? [words.waits] : []),
    ...(isHere ? [] : [words.seen(ago(credential.seen_at, now))]),
  ];
  return (
    <li className="app-provider">
      <Icon size={20} aria-hidden="true" />
      <div>
        <strong dir="auto">{name}</strong>
        {facts.length > 0 && <p>{facts.join(' · ')}</p>}
      </div>
      {isHere && <span className="app-pill">{words.youAreHere}</span>}
      <button
        ref={button}
        type="button"
        className="mr-button"
        aria-label={words.renameOf(name)}
        onClick={() => setRenaming(true)}
      >
        {words.rename}
      </button>
      {!isHere && (
        <ConfirmButton
          text={words.revoke}
          label={words.revokeOf(name)}
          question={words.revokeQuestion(name)}
          onConfirm={onRevoke}
        />
      )}
    </li>
  );
}
