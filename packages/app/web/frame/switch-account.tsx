import { ApiError } from '@millrace/react';
import { usePageWords } from '../base/page-words.ts';

/** A link of another account than the one that is signed in. The owner may have no name. */
export interface OtherAccount {
  readonly token: string;
  readonly here: string;
  readonly name: string;
}

/** The accounts that a refused sign-in speaks of. Pure. */
export function otherAccountOf(token: string, error: unknown): OtherAccount | undefined {
  if (!(error instanceof ApiError) || error.code !== 'other_account') return undefined;
  const said = { ...(error.body as { readonly here?: unknown; readonly name?: unknown } | undefined) };
  const nameIn = (name: unknown): string => (typeof name === 'string' ? name : '');
  return { token, here: nameIn(said.here), name: nameIn(said.name) };
}

export interface SwitchAccountProps {
  readonly other: OtherAccount;
  readonly onStay: () => void;
  readonly onSwitch: () => void;
}

/** Asks before a link signs another account in: somebody may have sent it to read what is written there. */
export function SwitchAccount({ other, onStay, onSwitch }: SwitchAccountProps) {
  const { switching: words } = usePageWords();
  const { here, name } = other;
  return (
    <>
      <p>{words.says(here || words.owner, name || words.owner)}</p>
      <p>{words.help}</p>
      <div className="app-choice">
        {/* biome-ignore lint/a11y/noAutofocus: the page asks for nothing else, and this changes nothing */}
        <button type="button" className="mr-button mr-button-primary" autoFocus onClick={onStay}>
          {words.stay}
        </button>
        <button type="button" className="mr-button" onClick={onSwitch}>
          {words.change}
        </button>
      </div>
    </>
  );
}
