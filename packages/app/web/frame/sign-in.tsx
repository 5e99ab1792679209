import { ApiError, type Client } from '@millrace/react';
import { useEffect, useRef, useState } from 'react';
import { strings } from '../base/strings.ts';
import { Brand } from './brand.tsx';

/** The page behind a sign-in link: trades the token in the fragment for a session. */
export function SignIn({ client, onDone }: { readonly client: Client; readonly onDone: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const asked = useRef(false);
  useEffect(() => {
    // A token works once; an effect that runs twice must not spend it twice.
    if (asked.current) return;
    asked.current = true;
    const token = window.location.hash.slice(1);
    client.signIn(token).then(onDone, (error: unknown) => {
      setProblem(error instanceof ApiError ? error.message : String(error));
    });
  }, [client, onDone]);

  if (problem === null) return <Notice title={strings.signingIn} />;
  return (
    <Notice title={strings.signInFailed}>
      <p role="alert">{problem}</p>
      <pre>{strings.linkCommand}</pre>
    </Notice>
  );
}

export function SignedOut() {
  return (
    <Notice title={strings.signedOut}>
      <p>{strings.signedOutHelp}</p>
      <pre>{strings.linkCommand}</pre>
    </Notice>
  );
}

function Notice({ title, children }: { readonly title: string; readonly children?: React.ReactNode }) {
  return (
    <main className="app-notice">
      <Brand />
      <h1>{title}</h1>
      {children}
    </main>
  );
}
