import * as z from 'zod/mini';
import { givenName } from './given-name.ts';

const text = z.string().check(z.maxLength(10_000));
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
/** A text of 32 bytes in base64url. */
const secret = z.string().check(z.regex(/^[\w-]{43}$/));
/** The page keeps the secrets that a device makes for it, so nothing of an extension may come here. */
const clientExtensionResults = z.strictObject({});

/** A passkey that a device has made, in the words of WebAuthn. */
const madePasskey = z.strictObject({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.object({
    attestationObject: text,
    clientDataJSON: text,
    transports: z.optional(z.array(text).check(z.maxLength(10))),
  }),
  clientExtensionResults,
});

/** The answer of a device to a challenge, in the words of WebAuthn. */
const usedPasskey = z.strictObject({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.object({
    authenticatorData: text,
    clientDataJSON: text,
    signature: text,
    userHandle: z.optional(text),
  }),
  clientExtensionResults,
});

const byToken = { token: z.string().check(z.minLength(1), z.maxLength(200)) };
const byPasskey = {
  passkey: usedPasskey,
  /** True if the device made a secret for the page. */
  prf: z.optional(z.boolean()),
};

/** Signs in: with the token of a link, with a passkey, or with a sign-in name and the secret that the page makes of a passphrase. */
export const signInRequest = z.union([
  z.strictObject({
    ...byToken,
    /** The name of a person who accepts an invitation. */
    name: z.optional(givenName.check(z.minLength(1))),
    /** Signs in although another account is signed in here. */
    switch_account: z.optional(z.boolean()),
  }),
  z.strictObject(byPasskey),
  z.strictObject({ sign_in_name: name, secret }),
]);
/** Signs in: with the token of a link, with a passkey, or with a sign-in name and the secret that the page makes of a passphrase. */
export type SignInRequest = z.infer<typeof signInRequest>;

/** Shows again who sits at a device that is signed in. */
export const confirmRequest = z.union([
  z.strictObject(byToken),
  z.strictObject(byPasskey),
  z.strictObject({ secret }),
]);
/** Shows again who sits at a device that is signed in. */
export type ConfirmRequest = z.infer<typeof confirmRequest>;

/** The ways to sign in that somebody on the server has. Links always work. */
export const signInWays = z.object({ passkey: z.boolean(), passphrase: z.boolean() });
/** The ways to sign in that somebody on the server has. Links always work. */
export type SignInWays = z.infer<typeof signInWays>;

/** Asks for a link that signs another device in. */
export const signInLinkRequest = z.strictObject({
  /** True for the same browser at `http://localhost`, which can have passkeys where an IP address can't. */
  named: z.optional(z.boolean()),
});

/** Asks how the secret of a sign-in name is made. */
export const saltRequest = z.strictObject({ name });

/** How the page makes a secret of a passphrase: Argon2id. Every name has one, also one that nobody has. */
export const signInSalt = z.object({
  /** 16 bytes in base64url. */
  salt: z.string(),
  memory_kib: z.number(),
  passes: z.number(),
});
/** How the page makes a secret of a passphrase: Argon2id. Every name has one, also one that nobody has. */
export type SignInSalt = z.infer<typeof signInSalt>;

/** The options of a browser's `navigator.credentials`, in the words of WebAuthn. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });
/** The options of a browser's `navigator.credentials`, in the words of WebAuthn. */
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

/** A passkey of the own account. */
export const passkeyInfo = z.object({
  id: z.string(),
  name: z.string(),
  /** The host that it works at. */
  host: z.string(),
  /** True if its device can make secrets for the page. */
  prf: z.boolean(),
  created_at: z.number(),
  /** 0 when it was never used. */
  used_at: z.number(),
});
/** A passkey of the own account. */
export type PasskeyInfo = z.infer<typeof passkeyInfo>;

/** The ways by which the own account can sign in without a link. */
export const credentialList = z.object({
  passkeys: z.array(passkeyInfo),
  /** Null where there is none. */
  passphrase: z.nullable(z.object({ name: z.string() })),
  /** The host that new passkeys work at; null where the address of the page can have none. */
  host: z.nullable(z.string()),
});
/** The ways by which the own account can sign in without a link. */
export type CredentialList = z.infer<typeof credentialList>;

/** Adds a passkey. */
export const addPasskeyRequest = z.strictObject({ name, passkey: madePasskey, prf: z.boolean() });
/** Adds a passkey. */
export type AddPasskeyRequest = z.infer<typeof addPasskeyRequest>;

/** Renames a passkey. */
export const changePasskeyRequest = z.strictObject({ name });

/** Sets the passphrase of the own account, by the secret that the page makes of it. */
export const passphraseRequest = z.strictObject({ name, secret });
/** Sets the passphrase of the own account, by the secret that the page makes of it. */
export type PassphraseRequest = z.infer<typeof passphraseRequest>;
