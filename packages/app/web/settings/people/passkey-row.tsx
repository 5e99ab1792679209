import type { PasskeyInfo } from '@millrace/engine/run';
import { closeOnEscape, useWords } from '@millrace/react';
import { type FormEvent, useRef, useState } from 'react';
import { usePageWords } from '../../base/page-words.ts';
import { ConfirmButton } from './confirm-button.tsx';

export interface PasskeyRowProps {
  readonly passkey: PasskeyInfo;
  readonly onRename: (name: string) => Promise<void>;
  readonly onRemove: () => void;
}

/** A passkey: what is known about it, another name, and its end. */
export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const strings = usePageWords();
  const { settings: words } = strings.keys;
  const { ago } = useWords();
  const [now] = useState(Date.now);
  const [renaming, setRenaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { name, host, created_at, used_at } = passkey;
  const facts = [
    words.since(created_at),
    used_at === 0 ? words.unused : words.used(ago(used_at, now)),
    ...(host === location.hostname ? [] : [words.elsewhere(host)]),
  ];
  function close(): void {
    setRenaming(false);
    // The button is there again after the next drawing.
    requestAnimationFrame(() => button.current?.focus());
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const chosen = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (chosen === '' || chosen === name) close();
    else void onRename(chosen).then(close);
  }
  if (renaming) {
    return (
      <li className="app-provider">
        <form className="app-connect" onSubmit={submit} onKeyDown={(event) => closeOnEscape(event, close)}>
          <label>
            <span className="mr-sr-only">{words.newName(name)}</span>
            {/* biome-ignore lint/a11y/noAutofocus: the person has just asked for it */}
            <input name="name" defaultValue={name} maxLength={100} dir="auto" required autoFocus />
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
  return (
    <li className="app-provider">
      <div>
        <strong dir="auto">{name}</strong>
        <p>{facts.join(' · ')}</p>
      </div>
      <button
        ref={button}
        type="button"
        className="mr-button"
        aria-label={words.renameOf(name)}
        onClick={() => setRenaming(true)}
      >
        {words.rename}
      </button>
      <ConfirmButton
        text={words.remove}
        label={words.removeOf(name)}
        question={words.removeQuestion(name)}
        onConfirm={onRemove}
      />
    </li>
  );
}
