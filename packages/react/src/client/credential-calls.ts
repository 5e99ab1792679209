import type {
  AddPasskeyRequest,
  ConfirmRequest,
  CredentialList,
  PasskeyInfo,
  PasskeyOptions,
  PassphraseRequest,
  SignInAnswer,
  SignInRequest,
  SignInSalt,
  SignInWays,
} from '@millrace/engine/run';
import type { KeyKeeper } from './page-key.ts';

/** Sends a request and gives the JSON of its answer. */
type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** The ways to sign in, and to show again who one is. */
export interface CredentialCalls {
  /**
   * Trades the token of a sign-in link for a session. That of an invitation rejects with 409 `invitation` until a name comes with it; where
   * another account is signed in, a link rejects with 409 `other_account` until `switchAccount` is true.
   */
  signIn(
    token: string,
    options?: { readonly name?: string; readonly switchAccount?: boolean },
  ): Promise<void>;
  /** Signs in with the answer of a device to `passkeyChallenge`, or with the secret of a passphrase. */
  signInBy(proof: Exclude<SignInRequest, { token: string }>): Promise<void>;
  /** The ways to sign in that somebody on the server has. */
  signInWays(): Promise<SignInWays>;
  /** A challenge for any passkey. Rejects with 409 `no_passkeys_here` at an address that can have none. */
  passkeyChallenge(): Promise<PasskeyOptions>;
  /** How the secret of a sign-in name is made of its passphrase. */
  signInSalt(name: string): Promise<SignInSalt>;
  /** A challenge for the passkeys of the own account. */
  confirmChallenge(): Promise<PasskeyOptions>;
  /** Shows again who is there. After that, for 30 minutes, the calls that reject with 403 `not_fresh` work. */
  confirm(proof: ConfirmRequest): Promise<void>;
  /** The passkeys and the passphrase of the own account. */
  credentials(): Promise<CredentialList>;
  /** The options for a new passkey. */
  newPasskey(): Promise<PasskeyOptions>;
  /** Keeps the answer of a device to `newPasskey`. */
  addPasskey(request: AddPasskeyRequest): Promise<PasskeyInfo>;
  renamePasskey(id: string, name: string): Promise<void>;
  removePasskey(id: string): Promise<void>;
  /** Sets the passphrase of the own account. Rejects with 409 `name_taken` when the name is another's. */
  setPassphrase(request: PassphraseRequest): Promise<void>;
  removePassphrase(): Promise<void>;
}

/** The requests about signing in. */
export function credentialCalls(call: Call, key: KeyKeeper): CredentialCalls {
  const passkeyAt = (id: string): string => `/api/credentials/passkeys/${encodeURIComponent(id)}`;
  const enter = async (request: SignInRequest): Promise<void> => {
    const answer = (await call('POST', '/api/session', request)) as SignInAnswer | undefined;
    key.write(answer?.key);
  };
  // The casts name the shapes that the server's routes are typed with.
  return {
    signIn: (token, { name, switchAccount } = {}) =>
      enter({ token, ...(name !== undefined && { name }), ...(switchAccount && { switch_account: true }) }),
    signInBy: enter,
    signInWays: () => call('GET', '/api/session/ways') as Promise<SignInWays>,
    passkeyChallenge: () => call('POST', '/api/session/challenge', {}) as Promise<PasskeyOptions>,
    signInSalt: (name) => call('POST', '/api/session/salt', { name }) as Promise<SignInSalt>,
    confirmChallenge: () => call('POST', '/api/session/confirm/challenge', {}) as Promise<PasskeyOptions>,
    async confirm(proof) {
      await call('POST', '/api/session/confirm', proof);
    },
    credentials: () => call('GET', '/api/credentials') as Promise<CredentialList>,
    newPasskey: () => call('POST', '/api/credentials/passkeys/challenge', {}) as Promise<PasskeyOptions>,
    addPasskey: (request) => call('POST', '/api/credentials/passkeys', request) as Promise<PasskeyInfo>,
    async renamePasskey(id, name) {
      await call('PATCH', passkeyAt(id), { name });
    },
    async removePasskey(id) {
      await call('DELETE', passkeyAt(id));
    },
    async setPassphrase(request) {
      await call('PUT', '/api/credentials/passphrase', request);
    },
    async removePassphrase() {
      await call('DELETE', '/api/credentials/passphrase');
    },
  };
}
