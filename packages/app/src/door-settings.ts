import { resolve } from 'node:path';
import type { DoorOptions } from '@millrace/server';

/** The environment's settings for how the server is reached. */
export interface DoorSettings {
  readonly host: string | undefined;
  /** The public addresses. */
  readonly urls: readonly string[];
  readonly trustProxy: NonNullable<DoorOptions['trustProxy']>;
  /** The files of a certificate and its key. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly insecure: boolean;
}

/** Reads what the environment says about it. Throws with the fix when a variable makes no sense. Pure. */
export function readDoorSettings(value: (name: string) => string | undefined): DoorSettings {
  return {
    host: value('MILLRACE_HOST'),
    urls: listOf(value('MILLRACE_URL')).map((url) => url.replace(/\/$/, '')),
    trustProxy: proxies(value('MILLRACE_TRUST_PROXY')),
    tls: files(value('MILLRACE_TLS_CERT'), value('MILLRACE_TLS_KEY')),
    insecure: isOne('MILLRACE_INSECURE', value('MILLRACE_INSECURE')),
  };
}

function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function proxies(text: string | undefined): DoorSettings['trustProxy'] {
  return text !== undefined && /^\d{1,2}$/.test(text) ? Number(text) : listOf(text);
}

function files(cert: string | undefined, key: string | undefined): DoorSettings['tls'] {
  if (cert === undefined && key === undefined) return undefined;
  if (cert !== undefined && key !== undefined) return { cert: resolve(cert), key: resolve(key) };
  throw new Error('MILLRACE_TLS_CERT and MILLRACE_TLS_KEY belong together. Set both, or none.');
}

function isOne(name: string, text: string | undefined): boolean {
  if (text === undefined || text === '0' || text === '1') return text === '1';
  throw new Error(`${name} must be 1 or unset, not ${JSON.stringify(text)}.`);
}
