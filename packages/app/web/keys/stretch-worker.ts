import type { SignInSalt } from '@millrace/engine/run';
import { stretch } from './stretch.ts';

/** The question to the worker. */
export interface StretchRequest {
  readonly passphrase: string;
  readonly salt: SignInSalt;
}

self.addEventListener('message', ({ data }: MessageEvent<StretchRequest>) => {
  stretch(data.passphrase, data.salt).then(
    (bytes) => self.postMessage(bytes),
    (error: unknown) => self.postMessage(String(error)),
  );
});
