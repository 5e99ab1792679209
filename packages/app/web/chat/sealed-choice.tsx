import { useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { useVault } from '../vault/use-vault.ts';

/** The choice whether the runs of a chat wait for a device after a crash. There is none while the server has a key of its own. */
export function SealedChoice({ chatId }: { readonly chatId: string }) {
  const { chat: words } = usePageWords().vault;
  const { vault, view } = useVault();
  const [failed, setFailed] = useState(false);
  const { server } = view;
  if (vault === undefined || server === undefined || server.home_key === 'on') return null;
  const isSealed = server.sealed_chats.includes(chatId);
  function choose(sealed: boolean): void {
    setFailed(false);
    vault?.sealChat(chatId, sealed).catch(() => setFailed(true));
  }
  return (
    <fieldset className="app-sealed-choice">
      <legend>{words.title}</legend>
      {[false, true].map((sealed) => (
        <label key={String(sealed)}>
          <input type="radio" name="sealed" checked={isSealed === sealed} onChange={() => choose(sealed)} />
          {sealed ? words.sealed : words.open}
        </label>
      ))}
      <p>{words.help}</p>
      {failed && (
        <p className="app-bad" role="alert">
          {words.failed}
        </p>
      )}
    </fieldset>
  );
}
