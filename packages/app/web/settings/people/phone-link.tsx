import type { SignInLink } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { useEffect, useRef, useState } from 'react';
import { usePageWords } from '../../base/page-words.ts';
import { QrCode } from '../../vault/qr-code.tsx';

/** A link that signs a phone in, as a code for its camera; or what is missing, and the fix. */
export function PhoneLink({ client }: { readonly client: Client }) {
  const { phone: words } = usePageWords();
  const [link, setLink] = useState<SignInLink>();
  const [failed, setFailed] = useState(false);
  async function ask(): Promise<void> {
    setFailed(false);
    await client.signInLink().then(setLink, () => setFailed(true));
  }
  return (
    <section>
      <h3>{words.title}</h3>
      <p>{words.help}</p>
      <div role="status">
        {link?.url !== undefined && <Shown key={link.url} url={link.url} expiresAt={link.expires_at ?? 0} />}
        {link?.reachable === false && <NotReachable />}
      </div>
      <button type="button" className="mr-button" onClick={() => void ask()}>
        {link?.url === undefined ? words.show : words.again}
      </button>
      {failed && (
        <p className="app-problem" role="alert">
          {words.failed}
        </p>
      )}
    </section>
  );
}

/** The reason why no other device can open this server, and the fix. */
export function NotReachable() {
  const { phone: words } = usePageWords();
  return (
    <>
      <p>{words.missing}</p>
      <ul className="app-phone-fixes">
        {words.fixes.map(([what, how]) => (
          <li key={how}>
            {what} <code>{how}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

function Shown({ url, expiresAt }: { readonly url: string; readonly expiresAt: number }) {
  const { phone: words } = usePageWords();
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isOver = useIsOver(expiresAt);
  if (isOver) return <p>{words.over}</p>;
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      // A browser that does not let us leaves it to the person.
      () => field.current?.select(),
    );
  }
  return (
    <div className="app-phone">
      <QrCode text={url} label={words.code} />
      <div>
        <ol>
          {words.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <label>
          {words.link}
          <input
            ref={field}
            className="app-phone-link"
            readOnly
            value={url}
            dir="ltr"
            onFocus={({ target }) => target.select()}
          />
        </label>
        <button type="button" className="mr-button" onClick={() => void copy()}>
          {copied ? words.copied : words.copy}
        </button>
        <p>{words.once}</p>
        <p>{words.warning}</p>
      </div>
    </div>
  );
}

function useIsOver(expiresAt: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), expiresAt - Date.now());
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return isOver;
}
