import { isPublicKey, keyIdOf } from '@millrace/engine/vault';
import type { NewCredential } from '../../store/vault-store.ts';
import { problem } from '../request/problem.ts';

/** The bytes of a wrapped key that is sealed to a public key. */
const WRAPPED_BYTES = 90;

export const print = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const bytesIn = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'));

/** A public key of a request, or a refusal. */
export function readKey(text: string): Uint8Array {
  const key = bytesIn(text);
  if (!isPublicKey(key)) throw problem(400, 'bad_key', 'This is no public key of X25519. Make another one.');
  return key;
}

/** A sealed key of a request, which names the public half that it is for. */
export function readWrapped(text: string, id?: string): Uint8Array {
  const bytes = bytesIn(text);
  const isSealed = bytes.length === WRAPPED_BYTES && bytes[0] === 2 && bytes[1] === 2;
  const named = Buffer.from(bytes.subarray(2, 10)).toString('hex');
  if (!isSealed || (id !== undefined && named !== id))
    throw problem(
      400,
      'bad_wrapped',
      'This is no key that is sealed to that public key. Load the page again.',
    );
  return bytes;
}

/** A public half, and the vault key that is sealed to it. */
export function sealedTo({
  public_key,
  wrapped,
}: {
  readonly public_key: string;
  readonly wrapped: string;
}): Pick<NewCredential, 'publicKey' | 'wrapped'> {
  const publicKey = readKey(public_key);
  return { publicKey, wrapped: readWrapped(wrapped, keyIdOf(publicKey)) };
}
