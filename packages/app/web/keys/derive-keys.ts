import type { SignInSalt } from '@millrace/engine/run';
import { credentialPair, type NamedPair, passphraseKeys } from '@millrace/react/vault';
import type { StretchRequest } from './stretch-worker.ts';

/** All that is made of a passphrase. */
export interface PassphraseKeys {
  /** Shows the server that somebody knows the passphrase: 32 bytes in base64url. The server keeps a hash of it. */
  readonly secret: string;
  /** Opens the vault. Its private half never leaves the page and can't be read. */
  readonly pair: NamedPair;
}

/** Makes a secret for the server and a pair for the page, of which neither gives the other. The same passphrase gives the same two. */
export async function derivePassphraseKeys(
  passphrase: string,
  salt: SignInSalt,
  stretch: (passphrase: string, salt: SignInSalt) => Promise<Uint8Array> = stretchBeside,
): Promise<PassphraseKeys> {
  // One word can be typed as different characters.
  const stretched = await stretch(passphrase.normalize('NFC'), salt);
  const { secret } = await passphraseKeys(stretched);
  return { secret: base64url(secret), pair: await credentialPair(stretched, 'passphrase') };
}

/** In a thread of its own, so that the page stays at hand. */
function stretchBeside(passphrase: string, salt: SignInSalt): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./stretch-worker.ts', import.meta.url), { type: 'module' });
    const end = (settle: () => void): void => {
      worker.terminate();
      settle();
    };
    worker.addEventListener('message', ({ data }: MessageEvent<Uint8Array | string>) =>
      end(() => (typeof data === 'string' ? reject(new Error(data)) : resolve(data))),
    );
    worker.addEventListener('error', ({ message }) => end(() => reject(new Error(message))));
    worker.postMessage({ passphrase, salt } satisfies StretchRequest);
  });
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
