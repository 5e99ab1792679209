import type { SignInSalt } from '@millrace/engine/run';
import { argon2id } from 'hash-wasm';

/** Makes guessing a passphrase slow: Argon2id, 32 bytes. Takes about a third of a second. */
export function stretch(passphrase: string, { salt, memory_kib, passes }: SignInSalt): Promise<Uint8Array> {
  return argon2id({
    password: passphrase,
    salt: Uint8Array.from(atob(salt.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0)),
    parallelism: 1,
    iterations: passes,
    memorySize: memory_kib,
    hashLength: 32,
    outputType: 'binary',
  });
}
