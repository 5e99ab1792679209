import { type Client, problemOf, useWords } from '@millrace/react';
import { useEffect, useRef, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { Brand } from './brand.tsx';
import { invitationOf, Join, type OpenInvitation } from './join.tsx';

export interface SignInProps {
  readonly client: Client;
  readonly onDone: () => void;
  /** An invitation was accepted: the account is new. */
  readonly onJoined: () => void;
}

/** The page behind a sign-in link or an invitation: trades the token in the fragment for a session. */
export function SignIn({ client, onDone, onJoined }: SignInProps) {
  const strings = usePageWords();
  const words = useWords();
  const [problem, setProblem] = useState<string | null>(null);
  const [invitation, setInvitation] = useState<OpenInvitation>();
  const asked = useRef(false);
  useEffect(() => {
    // A token works once; an effect that runs twice must not spend it twice.
    if (asked.current) return;
    asked.current = true;
    const token = window.location.hash.slice(1);
    client.signIn(token).then(onDone, (error: unknown) => {
      const found = invitationOf(token, error);
      if (found) setInvitation(found);
      else setProblem(problemOf(words, error));
    });
  }, [client, onDone, words]);

  if (invitation) {
    return (
      <Notice title={strings.invitation.title}>
        <Join client={client} invitation={invitation} onDone={onJoined} />
      </Notice>
    );
  }
  if (problem === null) return <Notice title={strings.signingIn} />;
  return (
    <Notice title={strings.signInFailed}>
      <p role="alert">{problem}</p>
      <pre>{strings.linkCommand}</pre>
      <p>{strings.othersServer}</p>
    </Notice>
  );
}

export function SignedOut() {
  const strings = usePageWords();
  return (
    <Notice title={strings.signedOut}>
      <p>{strings.signedOutHelp}</p>
      <pre>{strings.linkCommand}</pre>
      <p>{strings.othersServer}</p>
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
