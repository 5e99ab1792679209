import { readFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { createSecureContext } from 'node:tls';
import { checkDoor, type DoorOptions } from '@millrace/server';
import { refuseKeysInData } from '../keys/refuse-keys-in-data.ts';
import type { Settings } from '../settings.ts';
import { lanAddress } from './lan-address.ts';

/** How the server is reached, and what devices of the network need to know. */
export interface OpenDoor {
  readonly options: DoorOptions & { readonly authority?: string };
  /** The SHA-256 of the authority that devices may trust; undefined where the certificate is not our own. */
  readonly fingerprint?: string;
}

/** Reads the certificates that the settings name, or with `lan` makes one. Throws with the fix, before anything is opened. */
export async function openDoor(settings: Settings, lan: boolean): Promise<OpenDoor> {
  const { host, urls, trustProxy, tls, insecure } = settings.door;
  const given: DoorOptions = {
    ...(host !== undefined && { host }),
    ...(tls !== undefined && { tls: readTls(tls) }),
    ...{ urls, trustProxy, insecure },
  };
  if (!lan) {
    checkDoor(given);
    return { options: given };
  }
  const address = host ?? lanAddress(networkInterfaces());
  if (address === undefined || address === '0.0.0.0' || address === '::')
    throw new Error(
      'No private address of this machine was found. Join a network, or set MILLRACE_HOST to the address to use.',
    );
  if (given.tls !== undefined) {
    checkDoor({ ...given, host: address });
    return { options: { ...given, host: address } };
  }
  return certified(settings, { ...given, host: address }, address);
}

async function certified(settings: Settings, given: DoorOptions, address: string): Promise<OpenDoor> {
  const { data, keys } = settings;
  refuseKeysInData(data, keys);
  // Checked before a certificate is made for it.
  checkDoor({ ...given, tls: { cert: '', key: '' } });
  // Only those who want it wait for the code that makes certificates.
  const { openLanCertificate } = await import('./lan-certificate.ts');
  const { cert, key, authority, fingerprint } = await openLanCertificate(
    keys,
    address,
    shortName(hostname()),
    Date.now(),
  );
  return { options: { ...given, tls: { cert, key }, authority }, fingerprint };
}

/** The machine's own name without its domain, as networks announce it. */
function shortName(name: string): string {
  return /^[A-Za-z0-9-]{1,63}/.exec(name)?.[0].toLowerCase() ?? 'millrace';
}

/** The certificate and the key of two files. Throws where they are none, or do not belong together. */
function readTls(files: { readonly cert: string; readonly key: string }): NonNullable<DoorOptions['tls']> {
  const tls = { cert: readPem('MILLRACE_TLS_CERT', files.cert), key: readPem('MILLRACE_TLS_KEY', files.key) };
  try {
    createSecureContext(tls);
  } catch (error) {
    // OpenSSL tells the numbers of an error before its words.
    const why = (error as Error).message.split(':').at(-1);
    throw new Error(
      `MILLRACE_TLS_CERT (${files.cert}) and MILLRACE_TLS_KEY (${files.key}) are not a certificate and its key: ${why}. Name the PEM files of both.`,
    );
  }
  return tls;
}

function readPem(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(`${name} is ${file}, which can't be read. Correct the path or its rights.`);
  }
}
