/**
 * The HKDF-SHA256 info of each key that is made of a secret; the salt is empty. Nothing is derived under a label that is not here.
 * A label never changes: what was sealed under it could not be opened any more.
 */
export const KEY_LABELS = {
  /** Vault key -> the X25519 pair of the account. */
  accountPair: 'millrace vault 2 account x25519',
  /** Vault key -> the key of the tags by which devices know the chat keys of their own account. */
  own: 'millrace vault 2 account own hmac',
  /** Chat secret -> the AES key of records that devices write. */
  chatCipher: 'millrace vault 2 chat aes-256-gcm',
  /** Chat secret -> the X25519 pair for records of a server that has no chat secret. */
  chatPair: 'millrace vault 2 chat x25519',
  /** API token -> the X25519 pair of a client without keys. */
  tokenPair: 'millrace vault 2 token x25519',
  /** Recovery code -> the AES key that wraps the vault key. */
  recovery: 'millrace vault 2 recovery wrap',
  /** The secret of a passkey (PRF) -> the AES key that wraps the vault key. */
  passkey: 'millrace vault 2 passkey wrap',
  /** Recovery code -> the X25519 pair that the vault key is sealed to. */
  recoveryPair: 'millrace vault 2 recovery x25519',
  /** The secret of a passkey (PRF) -> the X25519 pair that the vault key is sealed to. */
  passkeyPair: 'millrace vault 2 passkey x25519',
  /** Stretched passphrase -> the X25519 pair that the vault key is sealed to. */
  passphrasePair: 'millrace vault 2 passphrase x25519',
  /** Secret of a link -> the key by which a new device proves that a public key is its own. */
  link: 'millrace vault 2 device link hmac',
  /** Stretched passphrase -> the secret that signs in. Older than the vault. */
  passphraseSignIn: 'millrace sign-in',
  /** Stretched passphrase -> the AES key that wraps the vault key. Older than the vault. */
  passphraseWrap: 'millrace wrapping',
  /** Root key of a server -> the key of the proofs of its records. */
  proof: 'millrace vault 2 proof hmac',
  /** Vault key -> the AES key of the rows of an account that belong to no chat. */
  accountRows: 'millrace vault 2 account rows aes-256-gcm',
  /** Vault key -> the AES key that wraps chat secrets. */
  chatWrap: 'millrace vault 2 chat secret wrap',
  /** Chat secret -> the AES key of the rows that the server writes. */
  chatRows: 'millrace vault 2 chat rows aes-256-gcm',
  /** Vault key -> the AES key that wraps the vault key before it, while the chats get new keys. */
  former: 'millrace vault 2 former vault key wrap',
  /** Home key -> the AES key that wraps the vault key. */
  home: 'millrace vault 2 home wrap',
  /** Root key -> the home keys of accounts, where servers share a root key. */
  homeKey: 'millrace vault 2 derived home key',
  /** Capsule key -> the AES key that wraps the keys of open runs. */
  capsule: 'millrace vault 2 capsule wrap',
  /** Root key -> the capsule key, where servers share a root key. */
  capsuleKey: 'millrace vault 2 derived capsule key',
} as const;

/** The HPKE info of each kind of thing that is sealed to a public key. A label never changes. */
export const SEAL_LABELS = {
  record: 'millrace vault 2 sealed record',
  /** The vault key, wrapped by a credential. */
  vault_key: 'millrace vault 2 wrapped vault key',
  /** A chat secret, sealed to an account or to a token. */
  chat_secret: 'millrace vault 2 wrapped chat secret',
  /** The vault key, shown to a server that keeps none. */
  unlock: 'millrace vault 2 wrapped unlock',
  /** The key of a run, sealed to its chat. */
  run_key: 'millrace vault 2 wrapped run key',
  /** The key of an open run, for a server that goes on after a crash. */
  capsule: 'millrace vault 2 wrapped capsule',
} as const;
