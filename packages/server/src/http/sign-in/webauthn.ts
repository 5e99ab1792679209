import type { AddPasskeyRequest, ConfirmRequest, PasskeyOptions } from '@millrace/engine/run';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Passkey } from '../../store/credential.ts';

// The library is large and few servers have passkeys, so this file is loaded with the first use.

export type UsedPasskey = Extract<ConfirmRequest, { passkey: unknown }>['passkey'];

/** The page that asks: its host and its whole address. */
export interface PasskeyPlace {
  readonly host: string;
  readonly origin: string;
}

/** Takes a challenge that a device has signed. False when it is none of ours. */
export type TakeChallenge = (challenge: string) => Promise<boolean>;

const TIMEOUT_MS = 5 * 60 * 1000;
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));

export interface NewPasskey {
  readonly host: string;
  readonly challenge: string;
  /** The name that devices keep the account by. */
  readonly handle: string;
  /** The person's name, which a device shows. */
  readonly name: string;
  /** Those that the account has. */
  readonly known: readonly Passkey[];
}

export async function optionsToMake(given: NewPasskey): Promise<PasskeyOptions> {
  const { host, challenge, handle, name, known } = given;
  const options = await generateRegistrationOptions({
    ...{ rpName: 'Millrace', rpID: host, userName: name, userDisplayName: name, timeout: TIMEOUT_MS },
    userID: bytesOf(handle),
    challenge: bytesOf(challenge),
    attestationType: 'none',
    excludeCredentials: known.filter((each) => each.host === host).map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  // The page adds what it asks of the device for itself.
  return { ...options, extensions: {} };
}

/** Options for any passkey of a host, or for those that are named. */
export async function optionsToUse(
  host: string,
  challenge: string,
  allowed: readonly Passkey[] = [],
): Promise<PasskeyOptions> {
  const options = await generateAuthenticationOptions({
    ...{ rpID: host, challenge: bytesOf(challenge), timeout: TIMEOUT_MS, userVerification: 'required' },
    ...(allowed.length > 0 && { allowCredentials: allowed.map(descriptorOf) }),
  });
  return { ...options };
}

/** The facts of a passkey that a device has made for us. Rejects when it did not, or for somebody else. */
export async function checkMade(
  response: AddPasskeyRequest['passkey'],
  { host, origin }: PasskeyPlace,
  take: TakeChallenge,
): Promise<Pick<Passkey, 'credential' | 'publicKey' | 'counter'>> {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: take,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
  });
  if (!verified) throw new Error('The passkey is not valid.');
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credential: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
}

/** The new counter of a passkey that a device has used for us. Rejects when it did not, or for somebody else. */
export async function checkUsed(
  response: UsedPasskey,
  { credential, publicKey, counter }: Passkey,
  { host, origin }: PasskeyPlace,
  take: TakeChallenge,
): Promise<number> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: take,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    credential: { id: credential, publicKey: bytesOf(publicKey), counter },
  });
  if (!verified) throw new Error('The signature is wrong.');
  return authenticationInfo.newCounter;
}

type Descriptor = NonNullable<
  Parameters<typeof generateAuthenticationOptions>[0]['allowCredentials']
>[number];

function descriptorOf({ credential, transports }: Passkey): Descriptor {
  // The words of a device about itself; browsers pass over those that they do not know.
  return { id: credential, transports: [...transports] as NonNullable<Descriptor['transports']> };
}
