import type { VaultState } from '@millrace/engine/run';
import { closeOnEscape } from '@millrace/react';
import { Shield } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { type PageWords, usePageWords } from '../../base/page-words.ts';
import type { VaultPart } from './privacy-settings.tsx';

/** The switch that deletes the key of the server's computer. It says what that means before it is done. */
export function OnlyMyDevices({ vault, server, change, working }: VaultPart) {
  const strings = usePageWords();
  const { only: words, problems } = strings.vault;
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isOn = server.home_key !== 'on';
  const isFixed = server.home_key === 'never';
  const missing = !isOn && !server.can_switch_off ? problems['no_other_way'] : undefined;
  function close(): void {
    setAsking(false);
    requestAnimationFrame(() => button.current?.focus());
  }
  async function act(): Promise<void> {
    const isDone = await (isOn
      ? change(() => vault.keepOnServer(), words.turnedOff)
      : change(() => vault.keepOnlyOnDevices(), words.turnedOn));
    if (isDone) close();
  }
  return (
    <section className="app-ways">
      <ul className="app-providers" aria-label={words.title}>
        <li className="app-provider app-only">
          <Shield size={20} aria-hidden="true" />
          <div>
            <h3 id={id} tabIndex={-1}>
              {words.title}
            </h3>
            {isFixed ? (
              <p id={`${id}-help`}>{words.never}</p>
            ) : (
              <div id={`${id}-help`}>
                <p>{words.off}</p>
                <p>{words.on}</p>
                {missing !== undefined && <p>{missing}</p>}
              </div>
            )}
          </div>
          {!isFixed && (
            <button
              ref={button}
              type="button"
              role="switch"
              className="app-switch"
              aria-checked={isOn}
              aria-labelledby={id}
              aria-describedby={`${id}-help`}
              aria-disabled={missing !== undefined || working}
              onClick={() => missing === undefined && setAsking(true)}
            />
          )}
          {asking && (
            // biome-ignore lint/a11y/useSemanticElements: a question and its answers are no fields
            <div
              className="app-confirm"
              role="group"
              aria-labelledby={`${id}-question`}
              onKeyDown={(event) => closeOnEscape(event, close)}
            >
              <p id={`${id}-question`}>
                {isOn ? words.backQuestion : words.question(waysOf(strings, server))}
              </p>
              <button
                type="button"
                className={isOn ? 'mr-button' : 'mr-button mr-button-warning'}
                aria-disabled={working}
                onClick={() => void act()}
              >
                {isOn ? words.turnOff : words.turnOn}
              </button>
              {/* biome-ignore lint/a11y/noAutofocus: Enter must not answer at once */}
              <button type="button" className="mr-button" autoFocus onClick={close}>
                {strings.cancel}
              </button>
            </div>
          )}
        </li>
      </ul>
    </section>
  );
}

/** All that opens the chats beside the server's computer, in words. Pure. */
function waysOf({ vault: words }: PageWords, { credentials }: VaultState): string[] {
  const kept = credentials.filter(({ wrapped }) => wrapped !== null);
  const others = (['recovery', 'passkey', 'passphrase'] as const).filter((way) =>
    kept.some(({ kind }) => kind === way),
  );
  return [
    words.only.devices(kept.filter(({ kind }) => kind === 'device').length),
    ...others.map((way) => words.only.ways[way]),
  ];
}
