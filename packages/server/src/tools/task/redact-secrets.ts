import type { Environment } from '../command/command-env.ts';

export interface RedactOptions {
  /** Values of variables whose names sound secret are removed wherever they stand. */
  readonly environment?: Environment;
  /** The home folder of the person. */
  readonly home?: string;
}

const REMOVED = '[removed]';

/** Patterns of keys of known services, and of other texts that let somebody in. */
const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // Anthropic, OpenAI, OpenRouter, DeepSeek and those who write theirs alike.
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  // Google.
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\bya29\.[A-Za-z0-9_-]{20,}/g,
  // Groq, xAI, Perplexity, Hugging Face, Replicate, npm, Stripe, DigitalOcean, SendGrid.
  /\b(?:gsk_|xai-|pplx-|hf_|r8_|npm_|dop_v1_)[A-Za-z0-9]{20,}/g,
  /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}/g,
  /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g,
  // GitHub, GitLab, Slack.
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bglpat-[A-Za-z0-9_-]{16,}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  // Amazon.
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  // Tokens of sessions.
  /\beyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g,
];

/** Words before a secret that say that it is one. The first group stays. */
const NAMED: readonly RegExp[] = [
  /\b((?:Bearer|Basic)\s+)[A-Za-z0-9+/_.~=-]{8,}/gi,
  /\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@:"'<>]{0,200}:[^\s/@"'<>]{1,200}(?=@)/gi,
  /(\/start#)[A-Za-z0-9_-]{8,}/g,
  /\b([\w.-]{0,60}(?:api[_-]?key|access[_-]?key|token|secret|passwd|password|passphrase|credential|authorization|cookie)s?["']?\s{0,4}[:=]\s{0,4}["']?)(?!\[removed\]|(?:Bearer|Basic)\s)[^\s"',;<>[\]]{6,}/gi,
];

const EMAIL = /\b[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b/g;
const HOMES = /(?:\/home|\/Users|\b[A-Za-z]:\\Users)[/\\][^\s/\\:"'<>|,;]{1,100}/g;
const SECRET_NAME = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH(?!OR)|PRIVATE|COOKIE|DSN|_URL$|^MILLRACE_STORE$/i;
/** Shorter values are ordinary words. */
const SHORTEST = 6;

/**
 * Removes what lets somebody in, or tells who somebody is: keys, tokens, passwords, addresses of mail, the home folder, and
 * what the environment keeps under a secret name. Doing it twice changes nothing more. Pure.
 */
export function redactSecrets(text: string, { environment = {}, home }: RedactOptions = {}): string {
  let clean = text;
  for (const value of secretValues(environment)) clean = clean.replaceAll(value, REMOVED);
  for (const secret of SECRETS) clean = clean.replace(secret, REMOVED);
  for (const named of NAMED) clean = clean.replace(named, `$1${REMOVED}`);
  clean = clean.replace(EMAIL, '[email]');
  if (home !== undefined && home.length > 1) clean = clean.replaceAll(home, '~');
  return clean.replace(HOMES, '~');
}

/** The longest first, because one may be a part of another. */
function secretValues(environment: Environment): readonly string[] {
  return Object.entries(environment)
    .flatMap(([name, value]) =>
      SECRET_NAME.test(name) && value !== undefined && value.length >= SHORTEST ? [value] : [],
    )
    .sort((a, b) => b.length - a.length);
}
