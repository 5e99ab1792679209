import { createHash, randomBytes } from 'node:crypto';

/** A text that nobody can guess. */
export function secret(): string {
  return randomBytes(32).toString('base64url');
}

/** The only form in which a secret is kept. */
export function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
