import type { AccountInfo, ApiTokenInfo, NewApiTokenRequest } from '@millrace/engine/run';
import { type Client, useWords } from '@millrace/react';
import { KeyRound } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { usePageWords } from '../../base/page-words.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { TokenPanel } from './token-panel.tsx';
import { useServerList } from './use-server-list.ts';

export interface TokenSettingsProps {
  readonly client: Client;
  /** Undefined until the server has told it. */
  readonly account: AccountInfo | undefined;
}

/** The API tokens of the own account, to make and to revoke. */
export function TokenSettings({ client, account }: TokenSettingsProps) {
  const { sections, tokens: strings, loading } = usePageWords();
  const load = useCallback(async () => (await client.listTokens()).tokens, [client]);
  const { list, problem, said, heading, reload, change } = useServerList(load, strings);

  async function create(request: NewApiTokenRequest): Promise<string> {
    const { token } = await client.createToken(request);
    // The text is there already; the list may come later.
    reload().catch(() => {});
    return token;
  }
  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        {sections.tokens}
      </h2>
      <p>{strings.help}</p>
      <p>{strings.never}</p>
      {problem !== undefined && (
        <p className="app-problem" role="alert">
          {problem}
        </p>
      )}
      <p className="mr-sr-only" role="status">
        {said}
      </p>
      {list === undefined && problem === undefined && <p className="app-more">{loading}</p>}
      {list && (
        <>
          <ul className="app-providers">
            {list.map((token) => (
              <TokenRow
                key={token.id}
                token={token}
                onRevoke={() => void change(client.revokeToken(token.id), strings.revoked(token.name))}
              />
            ))}
            {list.length === 0 && (
              <li className="app-provider">
                <p>{strings.none}</p>
              </li>
            )}
          </ul>
          <NewToken count={list.length} role={account?.role} onCreate={create} />
        </>
      )}
    </section>
  );
}

interface TokenRowProps {
  readonly token: ApiTokenInfo;
  readonly onRevoke: () => void;
}

function TokenRow({ token, onRevoke }: TokenRowProps) {
  const { tokens: strings, newToken, people } = usePageWords();
  const words = useWords();
  const [now] = useState(Date.now);
  const { name, scopes, expires_at, used_at } = token;
  const isOver = expires_at !== null && expires_at <= now;
  const facts = [
    used_at === null ? strings.unused : strings.lastUsed(words.ago(used_at, now)),
    ...(isOver ? [] : [expires_at === null ? strings.endless : people.expires(expires_at, now)]),
  ];
  return (
    <li className={isOver ? 'app-provider app-suspended' : 'app-provider'}>
      <div className="app-token">
        <strong dir="auto">{name}</strong>
        <p>{scopes.map((scope) => newToken.scope[scope]).join(', ')}</p>
        <p>{facts.join(' · ')}</p>
      </div>
      {isOver && <span className="app-pill">{strings.expired}</span>}
      <ConfirmButton
        text={isOver ? strings.remove : strings.revoke}
        label={isOver ? strings.removeToken(name) : strings.revokeToken(name)}
        question={isOver ? strings.removeQuestion(name) : strings.question(name)}
        onConfirm={onRevoke}
      />
    </li>
  );
}

interface NewTokenProps {
  readonly count: number;
  readonly role: AccountInfo['role'] | undefined;
  readonly onCreate: (request: NewApiTokenRequest) => Promise<string>;
}

/** The button that makes a token, and the panel at it. */
function NewToken({ count, role, onCreate }: NewTokenProps) {
  const { tokens: strings, newToken } = usePageWords();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  function close(): void {
    setOpen(false);
    // The button is there again after the next drawing.
    requestAnimationFrame(() => button.current?.focus());
  }
  return (
    <>
      <div className="app-invite-line">
        <p>{count > 0 && strings.count(count)}</p>
        {!open && (
          <button
            ref={button}
            type="button"
            className="mr-button mr-button-primary"
            onClick={() => setOpen(true)}
          >
            <KeyRound size={16} aria-hidden="true" />
            {newToken.open}
          </button>
        )}
      </div>
      {open && <TokenPanel {...{ role, onCreate }} onClose={close} />}
    </>
  );
}
