import { keyIdOf } from '@millrace/engine/vault';
import { base64, bytesOf, publicKeyOf } from '../../keyring/vault-rows.ts';
import { aboutVaultCredential } from '../../seal/about.ts';
import { openOr } from '../../seal/open-or.ts';
import type { Sealer } from '../../seal/sealer.ts';
import { integer, type Row, type Tx, text } from '../../tx.ts';
import {
  type CredentialKind,
  MOST_DEVICES,
  type NewCredential,
  type VaultCredential,
} from '../../vault-store.ts';

/** The sealed part of a credential. */
interface Facts extends Pick<VaultCredential, 'name' | 'form' | 'of'> {
  /** The public half of the vault whose key is sealed to it: a row that was put back after it was revoked names another one. */
  readonly vault?: string;
}

/** Kinds of which an account has one. */
const SINGLE: ReadonlySet<CredentialKind> = new Set(['recovery', 'passphrase']);

/** Those that count, the oldest first: a row that was changed without the server key, or put back after the vault key was replaced, is none. */
export function* listCredentials(root: Sealer): Tx<VaultCredential[]> {
  const rows = yield [
    "SELECT * FROM vault_wraps WHERE account_id = :account AND public <> '' ORDER BY created_at, id",
  ];
  const vault = yield* publicKeyOf();
  return rows.flatMap((row) => credentialIn(root, row, vault) ?? []);
}

export function* findCredential(root: Sealer, id: string): Tx<VaultCredential | undefined> {
  const [row] = yield [
    "SELECT * FROM vault_wraps WHERE account_id = :account AND id = ? AND public <> ''",
    id,
  ];
  return row && credentialIn(root, row, yield* publicKeyOf());
}

export function* putCredential(root: Sealer, credential: NewCredential): Tx<'kept' | 'known' | 'too_many'> {
  const { kind, of, publicKey } = credential;
  const all = yield* listCredentials(root);
  const id = keyIdOf(publicKey);
  if (all.some((each) => each.id === id)) return 'known';
  const alike = all.filter((each) => each.kind === kind);
  if (kind === 'device' && alike.length >= MOST_DEVICES) return 'too_many';
  const replaced = SINGLE.has(kind) ? alike : alike.filter((each) => of !== undefined && each.of === of);
  for (const each of replaced) yield* dropCredential(each.id);
  yield* writeCredential(root, { ...credential, id, seenAt: credential.createdAt });
  return 'kept';
}

/** Writes the row of a credential, in the place of the one before. */
export function* writeCredential(root: Sealer, credential: VaultCredential): Tx<void> {
  const { id, kind, name, form, of, createdAt, seenAt, session } = credential;
  const publicKey = base64(credential.publicKey);
  const wrapped = credential.wrapped === undefined ? '' : base64(credential.wrapped);
  const vault = wrapped === '' ? undefined : yield* publicKeyOf();
  const facts: Facts = {
    ...{ name, ...(form && { form }), ...(of !== undefined && { of }) },
    ...(vault !== undefined && { vault }),
  };
  yield [
    `INSERT INTO vault_wraps (account_id, id, kind, payload, created_at, public, facts, key_id, session, seen_at)
     VALUES (:account, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, id) DO UPDATE SET payload = excluded.payload, facts = excluded.facts, key_id = excluded.key_id`,
    ...[id, kind, wrapped, createdAt, publicKey],
    root.seal(JSON.stringify(facts), aboutVaultCredential(id, kind, publicKey, wrapped, createdAt)),
    ...[root.keyId, session, seenAt],
  ];
}

export function* dropCredential(id: string): Tx<boolean> {
  const rows = yield [
    "DELETE FROM vault_wraps WHERE account_id = :account AND id = ? AND public <> '' RETURNING id",
    id,
  ];
  return rows.length > 0;
}

/** Notes that a device was here. A session is that of one device. */
export function* noteSeen(id: string, session: string, now: number): Tx<void> {
  if (session !== '')
    yield [
      "UPDATE vault_wraps SET session = '' WHERE account_id = :account AND session = ? AND id <> ?",
      ...[session, id],
    ];
  yield [
    'UPDATE vault_wraps SET session = ?, seen_at = ? WHERE account_id = :account AND id = ?',
    ...[session, now, id],
  ];
}

/** Locks the vault until the end of the transaction: of two that change who opens it, the second one sees what the first did. */
export function* holdVault(): Tx<boolean> {
  const rows = yield [
    'UPDATE vaults SET created_at = created_at WHERE account_id = :account RETURNING account_id',
  ];
  return rows.length > 0;
}

function credentialIn(root: Sealer, row: Row, now: string | undefined): VaultCredential | undefined {
  const [id, publicKey, wrapped] = [text(row, 'id'), text(row, 'public'), text(row, 'payload')];
  // Only writeCredential writes the column, and the seal binds it.
  const kind = text(row, 'kind') as CredentialKind;
  const createdAt = integer(row, 'created_at');
  return openOr<VaultCredential | undefined>(
    root,
    {
      text: text(row, 'facts'),
      keyId: text(row, 'key_id'),
      about: aboutVaultCredential(id, kind, publicKey, wrapped, createdAt),
    },
    (json) => {
      // The text is what writeCredential wrote; versions before did not name the vault.
      const { vault = now, ...facts } = JSON.parse(json) as Facts;
      if (vault !== now) return undefined;
      return {
        ...{ id, kind, createdAt, ...facts },
        publicKey: bytesOf(publicKey),
        wrapped: wrapped === '' ? undefined : bytesOf(wrapped),
        seenAt: integer(row, 'seen_at'),
        session: text(row, 'session'),
      };
    },
    () => undefined,
  );
}
