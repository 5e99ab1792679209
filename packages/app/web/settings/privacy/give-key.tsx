import { readAsk } from '@millrace/react/vault';
import { useEffect, useRef } from 'react';
import { usePageWords } from '../../base/page-words.ts';
import { navigate } from '../../base/route.ts';
import { settingsPath } from '../../base/settings-sections.ts';
import type { VaultPart } from './privacy-settings.tsx';

export interface GiveKeyProps extends VaultPart {
  /** The end of the address: the key of a locked browser, when it was read from its screen. */
  readonly fragment: string;
}

/** Asks before a browser that shows its key on its screen gets the key to the chats. */
export function GiveKey({ vault, server, change, working, fragment }: GiveKeyProps) {
  const { give: words, unnamed } = usePageWords().vault;
  const no = useRef<HTMLButtonElement>(null);
  const asking = readAsk(fragment);
  const isAsked = asking !== undefined;
  useEffect(() => {
    if (isAsked) no.current?.focus();
  }, [isAsked]);
  if (asking === undefined) return null;
  const known = server.credentials.find(({ id, kind }) => id === asking.id && kind === 'device');
  const name = known?.name || unnamed;
  const leave = (): void => navigate(settingsPath('privacy'), 'replace');
  return (
    <section className="app-give" aria-labelledby="give-key">
      <h3 id="give-key">{known ? words.title(name) : words.unknown}</h3>
      {known && <p>{words.help}</p>}
      <div className="app-choice">
        <button ref={no} type="button" className="mr-button" onClick={leave}>
          {words.no}
        </button>
        {known && (
          <button
            type="button"
            className="mr-button mr-button-primary"
            aria-disabled={working}
            onClick={() =>
              void change(() => vault.give(asking), words.given(name)).then((isDone) => isDone && leave())
            }
          >
            {words.give}
          </button>
        )}
      </div>
    </section>
  );
}
