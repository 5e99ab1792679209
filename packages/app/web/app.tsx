import type { Client } from '@millrace/react';
import { useState } from 'react';
import { navigate, useRoute } from './route.ts';
import { SignedOut, SignIn } from './sign-in.tsx';
import { Workspace } from './workspace.tsx';

/** The whole page: signing in, signed out, or at work. */
export function App({ client }: { readonly client: Client }) {
  const route = useRoute();
  const [signedOut, setSignedOut] = useState(false);
  if (route.type === 'start') {
    return (
      <SignIn
        client={client}
        onDone={() => {
          setSignedOut(false);
          navigate('/', 'replace');
        }}
      />
    );
  }
  if (signedOut) return <SignedOut />;
  return <Workspace client={client} route={route} onSignedOut={() => setSignedOut(true)} />;
}
