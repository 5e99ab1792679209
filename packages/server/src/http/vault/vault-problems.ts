import type { HTTPException } from 'hono/http-exception';
import { problem } from '../request/problem.ts';
import type { UnlockBox, UnlockProblem } from './unlock-box.ts';
import { print } from './vault-bytes.ts';

export const lockedHere = ({ publicKey }: UnlockBox): HTTPException =>
  problem(
    423,
    'locked',
    'Your chats are encrypted with a key that only your devices have. Open this page on one of them, or enter your recovery code (POST /api/vault/unlock).',
    { unlock_key: print(publicKey) },
  );

/** The answer to a sealed vault key that was not taken. */
export function unlockProblem(code: UnlockProblem, { publicKey }: UnlockBox): HTTPException {
  if (code === 'wrong_key') return wrongKey();
  if (code === 'used')
    return problem(409, 'used', 'This was sent before. Seal the key again, and send that.');
  return problem(409, 'key_changed', 'The server has another key now. Seal to that one, and send it again.', {
    unlock_key: print(publicKey),
  });
}

export const wrongKey = (): HTTPException =>
  problem(403, 'wrong_key', 'This key does not open what your account keeps.');

export const noCredential = (): HTTPException =>
  problem(404, 'no_credential', 'Nothing with this id opens your chats: it was revoked, or never was.');

export const noOtherWay = (): HTTPException =>
  problem(
    409,
    'no_other_way',
    'Nothing else opens your chats yet. Save a recovery code, or add a passkey or a second device, and do it on a device that has the key.',
  );
