import type { AddPasskeyRequest, PasskeyOptions, SignInRequest } from '@millrace/engine/run';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

type Used = Extract<SignInRequest, { passkey: unknown }>;

/** Every device makes the same secret of it again: it never changes. */
const PRF_SALT = new TextEncoder().encode('millrace: the key of the vault');

interface Prf {
  readonly enabled?: boolean;
  readonly results?: { readonly first?: BufferSource };
}

/** Lets a device make a passkey. Rejects when the person does not want it, or the device has one already. */
export async function makePasskey(options: PasskeyOptions): Promise<Omit<AddPasskeyRequest, 'name'>> {
  const made = await startRegistration({ optionsJSON: withPrf(options) });
  const { id, rawId, type, response } = made;
  const { attestationObject, clientDataJSON, transports } = response;
  return {
    passkey: {
      ...{ id, rawId, type, clientExtensionResults: {} },
      response: { attestationObject, clientDataJSON, ...(transports && { transports }) },
    },
    prf: hasPrf(made),
  };
}

/** The answer of a device. The secret is for the page alone; not every device makes one. */
export interface PasskeyAnswer {
  readonly proof: Used;
  readonly secret?: Uint8Array;
}

/** Lets a device answer a challenge. Rejects when the person does not want it, or the device has no passkey for it. */
export async function answerByPasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const used = await startAuthentication({ optionsJSON: withPrf(options) });
  const { id, rawId, type, response } = used;
  const { authenticatorData, clientDataJSON, signature, userHandle } = response;
  const secret = secretOf(used);
  const proof: Used = {
    passkey: {
      ...{ id, rawId, type, clientExtensionResults: {} },
      response: {
        authenticatorData,
        clientDataJSON,
        signature,
        ...(userHandle !== undefined && { userHandle }),
      },
    },
    prf: hasPrf(used),
  };
  return { proof, ...(secret && { secret }) };
}

// The secret itself stays in the page: what is sent is put together field by field, without the results of extensions.
function hasPrf({ clientExtensionResults }: Extended): boolean {
  const { prf } = clientExtensionResults as { readonly prf?: Prf };
  return prf?.enabled === true || prf?.results?.first !== undefined;
}

interface Extended {
  readonly clientExtensionResults: object;
}

function secretOf({ clientExtensionResults }: Extended): Uint8Array | undefined {
  const { prf } = clientExtensionResults as { readonly prf?: Prf };
  const first = prf?.results?.first;
  if (first === undefined) return undefined;
  return first instanceof ArrayBuffer ? new Uint8Array(first) : bytesOf(first as ArrayBufferView);
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Asks the device for a secret of the page as well. The server chose the rest, in the words of WebAuthn. */
function withPrf<Options>(options: PasskeyOptions): Options {
  return { ...options, extensions: { prf: { eval: { first: PRF_SALT } } } } as Options;
}
