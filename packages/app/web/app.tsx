import { type Client, Diagrams, KEY_NAME } from '@millrace/react';
import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { AppShell } from './app-shell.tsx';
import { navigate, useRoute } from './base/route.ts';
import { forgetDrafts } from './chat/draft/drafts.ts';
import { ConfirmDialog } from './frame/confirm-dialog.tsx';
import { Offer, SignedOut, SignIn } from './frame/sign-in.tsx';
import { forgetAnswerDrafts } from './frame/use-answers.ts';
import type { ConfirmAsker } from './keys/confirm-asker.ts';
import { usePageVault } from './vault/page-vault.ts';

export interface AppProps {
  readonly client: Client;
  /** Asks who is there, when the server wants to know it again. */
  readonly asker: ConfirmAsker;
}

// Few browsers are ever without a key.
const ShutPage = lazy(async () => ({ default: (await import('./frame/shut-page.tsx')).ShutPage }));

/** The whole page: signing in, signed out, or at work. */
export function App({ client, asker }: AppProps) {
  const route = useRoute();
  const vault = usePageVault();
  const shut = useSyncExternalStore(vault.subscribe, vault.shut);
  const [signedOut, setSignedOut] = useState(false);
  const [isNew, setNew] = useState(false);
  const onSignedIn = useCallback(() => {
    setSignedOut(false);
    navigate('/', 'replace');
  }, []);
  // Another account has not written what is kept in this browser.
  const onSwitched = useCallback(() => {
    forgetDrafts();
    forgetAnswerDrafts();
    onSignedIn();
  }, [onSignedIn]);
  const onJoined = useCallback(() => {
    setNew(true);
    onSwitched();
  }, [onSwitched]);
  const onSignedOut = useCallback(() => setSignedOut(true), []);
  // Another tab of this browser may sign in, for all of them.
  useEffect(() => {
    const look = ({ key, newValue }: StorageEvent): void => {
      if (key === KEY_NAME && newValue !== null) setSignedOut(false);
    };
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, []);
  if (route.type === 'start') return <SignIn {...{ client, onJoined, onSwitched }} onDone={onSignedIn} />;
  if (isNew) return <Offer client={client} onDone={() => setNew(false)} />;
  if (signedOut) return <SignedOut client={client} onDone={onSignedIn} />;
  if (shut)
    return (
      <>
        <Suspense fallback={<main className="app-door" />}>
          <ShutPage client={client} shut={shut} onSignedOut={onSignedOut} />
        </Suspense>
        <ConfirmDialog client={client} asker={asker} />
      </>
    );
  return (
    <Diagrams value="/diagram/">
      <AppShell client={client} route={route} onSignedOut={onSignedOut} />
      <ConfirmDialog client={client} asker={asker} />
    </Diagrams>
  );
}
