import type { SignInWays as Ways } from '@millrace/engine/run';
import { type Client, problemOf, useWords } from '@millrace/react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { AppLink } from './app-link.tsx';
import { Boundary } from './boundary.tsx';
import { Brand } from './brand.tsx';
import { invitationOf, Join, type OpenInvitation } from './join.tsx';
import { readStart } from './read-start.ts';
import { type OtherAccount, otherAccountOf, SwitchAccount } from './switch-account.tsx';

export interface SignInProps {
  readonly client: Client;
  readonly onDone: () => void;
  /** An invitation was accepted: the account is new. */
  readonly onJoined: () => void;
  /** Another account is signed in now than before. */
  readonly onSwitched: () => void;
}

/** The page behind a sign-in link, an invitation or a link that adds this device. */
export function SignIn(props: SignInProps) {
  const [link] = useState(() => readStart(window.location.hash.slice(1)));
  const { token, secret } = link;
  if (secret === undefined) return <SignInByToken {...props} token={token} />;
  return (
    <Boundary>
      <Suspense fallback={<main className="app-door" />}>
        <JoinDevice {...{ client: props.client, token, secret }} onDone={props.onSwitched} />
      </Suspense>
    </Boundary>
  );
}

const JoinDevice = lazy(async () => ({ default: (await import('./join-device.tsx')).JoinDevice }));

/** Trades the token of a link for a session. */
function SignInByToken({
  client,
  onDone,
  onJoined,
  onSwitched,
  token,
}: SignInProps & { readonly token: string }) {
  const strings = usePageWords();
  const words = useWords();
  const [problem, setProblem] = useState<string | null>(null);
  const [invitation, setInvitation] = useState<OpenInvitation>();
  const [other, setOther] = useState<OtherAccount>();
  const asked = useRef(false);
  useEffect(() => {
    // A token works once; an effect that runs twice must not spend it twice.
    if (asked.current) return;
    asked.current = true;
    client.signIn(token).then(onDone, (error: unknown) => {
      const found = invitationOf(token, error);
      const switching = otherAccountOf(token, error);
      if (found) setInvitation(found);
      else if (switching) setOther(switching);
      else setProblem(problemOf(words, error));
    });
  }, [client, onDone, words, token]);

  if (invitation) {
    return (
      <Notice title={strings.invitation.title}>
        <Join client={client} invitation={invitation} onDone={onJoined} />
      </Notice>
    );
  }
  if (other && problem === null) {
    const change = (): void => {
      setOther(undefined);
      client
        .signIn(other.token, { switchAccount: true })
        .then(onSwitched, (error: unknown) => setProblem(problemOf(words, error)));
    };
    return (
      <Notice title={strings.switching.title}>
        <SwitchAccount other={other} onStay={onDone} onSwitch={change} />
      </Notice>
    );
  }
  if (problem === null) return <Notice title={strings.signingIn} />;
  return (
    <Notice title={strings.signInFailed}>
      <p role="alert">{problem}</p>
      <pre>{strings.linkCommand}</pre>
      <p>{strings.othersServer}</p>
      <OtherWays client={client} />
    </Notice>
  );
}

/** The way to passkeys and passphrases from a link that did not work. */
function OtherWays({ client }: { readonly client: Client }) {
  const { keys: words } = usePageWords();
  const ways = useWays(client);
  return ways && hasSome(ways) ? <AppLink href="/">{words.anotherWay}</AppLink> : null;
}

export interface SignedOutProps {
  readonly client: Client;
  readonly onDone: () => void;
}

/** The page of somebody who is not signed in: the ways that people have here, or the command that prints a link. */
export function SignedOut({ client, onDone }: SignedOutProps) {
  const strings = usePageWords();
  const ways = useWays(client);
  if (ways === undefined) return <Notice title={strings.loading} />;
  if (hasSome(ways)) {
    return (
      <Card title={strings.keys.signInTo} note={strings.keys.noAccount}>
        <p className="app-host" dir="ltr">
          {location.host}
        </p>
        <SignInWays {...{ client, ways, onDone }} />
      </Card>
    );
  }
  return (
    <Notice title={strings.signedOut}>
      <p>{strings.signedOutHelp}</p>
      <pre>{strings.linkCommand}</pre>
      <p>{strings.othersServer}</p>
    </Notice>
  );
}

/** Offers somebody who has just joined a way to come back. */
export function Offer(props: SignedOutProps) {
  const { keys: words } = usePageWords();
  return (
    <Card title={words.offer.title}>
      <KeyOffer {...props} />
    </Card>
  );
}

// Few pages begin with them, so their code comes when somebody needs it.
const SignInWays = lazy(async () => ({ default: (await import('../keys/sign-in-ways.tsx')).SignInWays }));
const KeyOffer = lazy(async () => ({ default: (await import('../keys/key-offer.tsx')).KeyOffer }));

/** The ways to sign in that people have here; none when the server does not answer. */
function useWays(client: Client): Ways | undefined {
  const [ways, setWays] = useState<Ways>();
  useEffect(() => {
    client.signInWays().then(setWays, () => setWays({ passkey: false, passphrase: false }));
  }, [client]);
  return ways;
}

const hasSome = ({ passkey, passphrase }: Ways): boolean => passkey || passphrase;

interface CardProps {
  readonly title: string;
  /** A line below the card. */
  readonly note?: string;
  readonly children: ReactNode;
}

function Card({ title, note, children }: CardProps) {
  const strings = usePageWords();
  return (
    <main className="app-door">
      <div className="app-card">
        <Brand />
        <h1>{title}</h1>
        <Boundary part="div">
          <Suspense fallback={<p role="status">{strings.loading}</p>}>{children}</Suspense>
        </Boundary>
      </div>
      {note !== undefined && <p>{note}</p>}
    </main>
  );
}

function Notice({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <main className="app-notice">
      <Brand />
      <h1>{title}</h1>
      {children}
    </main>
  );
}
