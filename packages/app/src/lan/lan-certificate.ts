import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { writePrivate } from '@millrace/server';
import { type Certified, makeAuthority, makeCertificate } from './make-certificate.ts';

/** The certificate of this server and that of the authority which vouches for it. */
export interface LanCertificate extends Certified {
  /** The certificate that devices may trust, in PEM. */
  readonly authority: string;
  /** Its SHA-256, to compare on the device. */
  readonly fingerprint: string;
}

/** A certificate is renewed when it has less time left than this. */
const RENEW_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * The certificate for an address of this machine, from the key folder. It is made when it is missing, does not fit the address
 * or ends soon; the authority stays, so that devices which trust it need not be told again.
 */
export async function openLanCertificate(
  folder: string,
  host: string,
  hostname: string,
  now: number,
): Promise<LanCertificate> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `Millrace on ${hostname}`;
  const places = [host, hostname, `${hostname}.local`];
  const authority = await openPair(
    join(folder, 'lan-ca'),
    (pair) => lasts(pair, now) && pair.subject === `CN=${name}`,
    () => makeAuthority(name, [hostname], now),
  );
  const issuer = new X509Certificate(authority.cert);
  const own = await openPair(
    join(folder, 'lan'),
    (pair) =>
      lasts(pair, now) &&
      pair.verify(issuer.publicKey) &&
      places.every((place) => (isIP(place) ? pair.checkIP(place) : pair.checkHost(place)) !== undefined),
    () => makeCertificate(authority, places, now),
  );
  return { ...own, authority: authority.cert, fingerprint: issuer.fingerprint256 };
}

function lasts({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return Date.parse(validFrom) <= now && Date.parse(validTo) - now > RENEW_MS;
}

/** A certificate and its key from two files; made anew where they are missing, broken or no longer fit. */
async function openPair(
  path: string,
  fits: (cert: X509Certificate) => boolean,
  make: () => Promise<Certified>,
): Promise<Certified> {
  const kept = readPair(path);
  if (kept !== undefined && fits(new X509Certificate(kept.cert))) return kept;
  const made = await make();
  writePrivate(`${path}.key`, made.key);
  writePrivate(`${path}.crt`, made.cert);
  return made;
}

function readPair(path: string): Certified | undefined {
  try {
    const [cert, key] = [readFileSync(`${path}.crt`, 'utf8'), readFileSync(`${path}.key`, 'utf8')];
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)) ? { cert, key } : undefined;
  } catch {
    // Nothing that is of use: it is made anew.
    return undefined;
  }
}
