import type { PasskeyOptions, SignInRequest } from '@millrace/engine/run';
import { Fingerprint } from 'lucide-react';
import { usePageWords } from '../base/page-words.ts';
import { answerByPasskey } from './passkeys.ts';
import { ProblemLine } from './problem-line.tsx';
import { useTask } from './use-task.ts';

export interface PasskeyButtonProps {
  readonly ask: () => Promise<PasskeyOptions>;
  readonly send: (
    proof: Extract<SignInRequest, { passkey: unknown }>,
    secret: Uint8Array | undefined,
  ) => Promise<void>;
}

/** Lets the device of the person answer. */
export function PasskeyButton({ ask, send }: PasskeyButtonProps) {
  const { keys: words } = usePageWords();
  const { working, problem, run } = useTask();
  async function answer(): Promise<void> {
    const { proof, secret } = await answerByPasskey(await ask());
    await send(proof, secret);
  }
  return (
    <>
      <button
        type="button"
        className="mr-button mr-button-primary"
        aria-disabled={working}
        onClick={() => void run(answer)}
      >
        <Fingerprint size={18} aria-hidden="true" />
        {working ? words.waiting : words.passkey}
      </button>
      <ProblemLine text={problem} />
    </>
  );
}
