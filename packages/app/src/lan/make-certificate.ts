import type { webcrypto } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import type * as X509 from '@peculiar/x509';

/** A certificate and its key, in PEM. */
export interface Certified {
  readonly cert: string;
  readonly key: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 24 * 60 * 60 * 1000;
const AUTHORITY_DAYS = 10 * 365;
/** Browsers take no longer ones. */
const LEAF_DAYS = 397;
const NAME_CONSTRAINTS = '2.5.29.30';

/** It needs a polyfill that is there before, so both are loaded here, and only by those who need certificates. */
async function loadX509(): Promise<typeof X509> {
  await import('reflect-metadata');
  return import('@peculiar/x509');
}

/**
 * Makes an authority, for devices to trust. It can speak only for private addresses, `.local` and these names: whoever steals its
 * key can pose as no site of the internet.
 */
export async function makeAuthority(name: string, names: readonly string[], now: number): Promise<Certified> {
  const x509 = await loadX509();
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    ...validity(now, AUTHORITY_DAYS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      new x509.Extension(NAME_CONSTRAINTS, true, permitted([...names, 'local', 'localhost'])),
    ],
  });
  return { cert: cert.toString('pem'), key: await keyPem(x509, keys.privateKey) };
}

/** Makes the certificate of a server at these addresses and names. */
export async function makeCertificate(
  authority: Certified,
  places: readonly string[],
  now: number,
): Promise<Certified> {
  const x509 = await loadX509();
  const issuer = new x509.X509Certificate(authority.cert);
  const [signingKey, keys] = await Promise.all([
    crypto.subtle.importKey('pkcs8', x509.PemConverter.decodeFirst(authority.key), ALGORITHM, false, [
      'sign',
    ]),
    crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']),
  ]);
  const cert = await x509.X509CertificateGenerator.create({
    subject: [{ CN: ['Millrace'] }],
    issuer: issuer.subject,
    ...validity(now, LEAF_DAYS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        places.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return { cert: cert.toString('pem'), key: await keyPem(x509, keys.privateKey) };
}

/** A day before now, for clocks that are behind. */
function validity(now: number, days: number): { readonly notBefore: Date; readonly notAfter: Date } {
  return { notBefore: new Date(now - DAY_MS), notAfter: new Date(now + (days - 1) * DAY_MS) };
}

async function keyPem(x509: typeof X509, key: webcrypto.CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

/** The private networks, each as its address and its mask. */
const NETWORKS = [
  ['10.0.0.0', '255.0.0.0'],
  ['172.16.0.0', '255.240.0.0'],
  ['192.168.0.0', '255.255.0.0'],
  ['169.254.0.0', '255.255.0.0'],
  ['100.64.0.0', '255.192.0.0'],
  ['127.0.0.0', '255.0.0.0'],
] as const;
/** fc00::/7 and fe80::/10. */
const NETWORKS_6 = [
  [0xfc, 0, 0xfe, 0],
  [0xfe, 0x80, 0xff, 0xc0],
] as const;

/** The value of the name constraints extension, which the library has no class for: RFC 5280, 4.2.1.10. */
function permitted(names: readonly string[]): Uint8Array<ArrayBuffer> {
  const bytesOf = (address: string): number[] => (isIPv4(address) ? address.split('.').map(Number) : []);
  const wide = (first: number, second: number): number[] => [first, second, ...Array<number>(14).fill(0)];
  const bases = [
    ...names.map((name) => der(0x82, [...Buffer.from(name)])),
    ...NETWORKS.map(([address, mask]) => der(0x87, [...bytesOf(address), ...bytesOf(mask)])),
    ...NETWORKS_6.map(([a, b, c, d]) => der(0x87, [...wide(a, b), ...wide(c, d)])),
  ];
  const subtrees = bases.flatMap((base) => der(0x30, base));
  return Uint8Array.from(der(0x30, der(0xa0, subtrees)));
}

/** One value of DER. */
function der(tag: number, content: readonly number[]): number[] {
  const { length } = content;
  if (length < 0x80) return [tag, length, ...content];
  return length < 0x100
    ? [tag, 0x81, length, ...content]
    : [tag, 0x82, length >> 8, length & 0xff, ...content];
}
