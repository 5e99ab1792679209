import * as z from 'zod/mini';
import { givenName } from './given-name.ts';

const name = givenName.check(z.minLength(1));
/** A public key of X25519 in base64url. */
const publicKey = z.string().check(z.regex(/^[\w-]{43}$/));
/** A key that is sealed to a public key, in base64url: 90 bytes. */
const wrapped = z.string().check(z.regex(/^[\w-]{120}$/));
/** An HMAC-SHA256 in base64url. */
const mac = z.string().check(z.regex(/^[\w-]{43}$/));
const token = z.string().check(z.minLength(1), z.maxLength(200));
const form = z.enum(['computer', 'phone', 'tablet']);

/** The ways in which an account's vault can be opened, beside the home key. */
const CREDENTIAL_KINDS = ['device', 'recovery', 'passkey', 'passphrase'] as const;

/** Opens the vault of an account: it has a pair, and the vault key is sealed to its public half. */
export const vaultCredential = z.object({
  /** Names the public half. The place of the wrapped vault key has it as its id. */
  id: z.string(),
  kind: z.enum(CREDENTIAL_KINDS),
  name: z.string(),
  /** The form of a device, where it is known. */
  form: z.optional(form),
  /** The passkey that signs in, of one that also opens the vault. */
  passkey_id: z.optional(z.string()),
  public_key: z.string(),
  created_at: z.number(),
  seen_at: z.number(),
  /** The vault key, sealed to it; null while it waits for a device that has the key. */
  wrapped: z.nullable(z.string()),
});
/** Opens the vault of an account: it has a pair, and the vault key is sealed to its public half. */
export type VaultCredential = z.infer<typeof vaultCredential>;

/** How many chats are done; null when there is nothing to do. */
const progress = z.nullable(z.object({ done: z.number(), total: z.number() }));

/** The state of an account's vault, as one session sees it. */
export const vaultState = z.object({
  /** The account, as the places of wrapped keys name it. */
  account: z.string(),
  /** `on`: the server's computer holds a key. `never`: this server keeps none. */
  home_key: z.enum(['on', 'off', 'never']),
  /** The account's public key; null while no device has made the vault. */
  key: z.nullable(z.object({ id: z.string(), public_key: z.string() })),
  /** True while this session must show the vault key before it is given anything of the chats. */
  locked: z.boolean(),
  /** The server's public key that an unlock is sealed to, until it is next locked. */
  unlock_key: z.string(),
  /** The credential that this session is bound to. */
  device: z.nullable(z.string()),
  credentials: z.array(vaultCredential),
  /** True if the home key can be switched off: something else opens the vault. */
  can_switch_off: z.boolean(),
  /** How far the chats have got their new keys, after the vault key was replaced. */
  rotation: progress,
  /** How far the chats of an older database have got keys of their own, while the server works. */
  upgrade: progress,
  /** The chats whose runs wait for a device after a crash. */
  sealed_chats: z.array(z.string()),
});
/** The state of an account's vault, as one session sees it. */
export type VaultState = z.infer<typeof vaultState>;

const newDevice = { public_key: publicKey, name: z.optional(name), form: z.optional(form) };

/** Tells of the key of this browser. */
export const putDeviceRequest = z.strictObject({
  ...newDevice,
  /** The link that brought it here: its token, and the proof under its secret that the key is this device's. */
  link: z.optional(z.strictObject({ token, mac })),
  /** True: refuse a session that is not fresh, where the server would seal the vault key to a fresh one. */
  want: z.optional(z.boolean()),
});
/** Tells of the key of this browser. */
export type PutDeviceRequest = z.infer<typeof putDeviceRequest>;

/** The key of this browser, and the vault key that is sealed to it, if it is. */
export const vaultDevice = z.object({ id: z.string(), wrapped: z.nullable(z.string()) });
/** The key of this browser, and the vault key that is sealed to it, if it is. */
export type VaultDevice = z.infer<typeof vaultDevice>;

/** Makes the vault of an account on a server that keeps no home keys. */
export const makeVaultRequest = z.strictObject({
  public_key: publicKey,
  device: z.strictObject({ ...newDevice, wrapped }),
  recovery: z.strictObject({ public_key: publicKey, wrapped }),
  unlock: wrapped,
});
/** Makes the vault of an account on a server that keeps no home keys. */
export type MakeVaultRequest = z.infer<typeof makeVaultRequest>;

/** Gives a device the vault key. */
export const putWrappedRequest = z.strictObject({ wrapped });
/** Gives a device the vault key. */
export type PutWrappedRequest = z.infer<typeof putWrappedRequest>;

/** Adds a credential that is no device. */
export const putCredentialRequest = z.strictObject({
  kind: z.enum(['recovery', 'passkey', 'passphrase']),
  public_key: publicKey,
  wrapped,
  name: z.optional(name),
  passkey_id: z.optional(z.string().check(z.maxLength(100))),
});
/** Adds a credential that is no device. */
export type PutCredentialRequest = z.infer<typeof putCredentialRequest>;

/** A credential that opens nothing new, and how far the chats have got their new keys. */
export const revoked = z.object({ rotation: progress });
/** A credential that opens nothing new, and how far the chats have got their new keys. */
export type Revoked = z.infer<typeof revoked>;

/** Renames a credential. */
export const renameCredentialRequest = z.strictObject({ name });
/** Renames a credential. */
export type RenameCredentialRequest = z.infer<typeof renameCredentialRequest>;

/** Shows the server the vault key. */
export const unlockRequest = z.strictObject({ unlock: wrapped });
/** Shows the server the vault key. */
export type UnlockRequest = z.infer<typeof unlockRequest>;

/** Switches the home key. To switch it on the server must be shown the vault key. */
export const homeKeyRequest = z.union([
  z.strictObject({ on: z.literal(false) }),
  z.strictObject({ on: z.literal(true), unlock: wrapped }),
]);
/** Switches the home key. To switch it on the server must be shown the vault key. */
export type HomeKeyRequest = z.infer<typeof homeKeyRequest>;

/** Chooses what happens to the runs of a chat after a crash: sealed ones wait for a device. */
export const sealChatRequest = z.strictObject({ sealed: z.boolean() });
/** Chooses what happens to the runs of a chat after a crash: sealed ones wait for a device. */
export type SealChatRequest = z.infer<typeof sealChatRequest>;

/** A new link that adds a device. The page adds a secret of its own to it. */
export const deviceLink = z.object({
  id: z.string(),
  token: z.string(),
  /** Without the secret; null where no other device can open this server. */
  url: z.nullable(z.string()),
  expires_at: z.number(),
});
/** A new link that adds a device. The page adds a secret of its own to it. */
export type DeviceLink = z.infer<typeof deviceLink>;

/** How far a link is. */
export const deviceLinkState = z.object({
  state: z.enum(['waiting', 'asked', 'done', 'refused', 'ended']),
  expires_at: z.number(),
  /** The device that came by it. Believe its key only if the `mac` holds. */
  device: z.optional(
    z.object({
      id: z.string(),
      name: z.string(),
      form: z.optional(form),
      public_key: z.string(),
      mac: z.string(),
    }),
  ),
});
/** How far a link is. */
export type DeviceLinkState = z.infer<typeof deviceLinkState>;

/** Names a link by its token. */
export const linkTokenRequest = z.strictObject({ token });
/** Names a link by its token. */
export type LinkTokenRequest = z.infer<typeof linkTokenRequest>;

/** The account that a link adds a device to. */
export const linkFacts = z.object({
  account_name: z.string(),
  /** True: a link that only signs in tells nothing. */
  adds_device: z.boolean(),
  /** The device that made it. */
  by: z.string(),
  expires_at: z.number(),
});
/** The account that a link adds a device to. */
export type LinkFacts = z.infer<typeof linkFacts>;
