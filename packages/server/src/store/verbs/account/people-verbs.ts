import {
  ACCOUNT_TABLES,
  type Account,
  type AccountChange,
  FIRST_ACCOUNT,
  type Invitation,
  type KeptAccount,
} from '../../account.ts';
import { UNSENT_MS } from '../../file-store.ts';
import { aboutAccount, aboutInvitation } from '../../seal/about.ts';
import { openOr } from '../../seal/open-or.ts';
import type { Sealer } from '../../seal/sealer.ts';
import { integer, type Row, type Tx, text } from '../../tx.ts';
import { countDoors, dropMeta, putMeta } from './meta-verbs.ts';

function* putAccount(sealer: Sealer, account: Account): Tx<void> {
  const { id, role, status, createdAt, name } = account;
  yield [
    `INSERT INTO accounts (id, role, status, payload, key_id, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET role = excluded.role, status = excluded.status, payload = excluded.payload, key_id = excluded.key_id`,
    ...[
      id,
      role,
      status,
      sealer.seal(JSON.stringify({ name }), aboutAccount(account)),
      sealer.keyId,
      createdAt,
    ],
  ];
}

/** The account that the first start makes, without a question. */
export function* putFirstAccount(sealer: Sealer, createdAt: number): Tx<void> {
  yield* putAccount(sealer, { id: FIRST_ACCOUNT, name: '', role: 'owner', status: 'active', createdAt });
}

export function* getAccount(sealer: Sealer, id: string): Tx<Account | undefined> {
  const [row] = yield ['SELECT * FROM accounts WHERE id = ?', id];
  return row && accountIn(sealer, row);
}

export function* listAccounts(sealer: Sealer): Tx<Account[]> {
  const rows = yield ['SELECT * FROM accounts ORDER BY created_at, id'];
  return rows.flatMap((row) => accountIn(sealer, row) ?? []);
}

export function* keepAccount(
  sealer: Sealer,
  { id, name, role }: KeptAccount,
  now: number,
): Tx<Account | undefined> {
  yield* lockAccount(id);
  const found = yield* getAccount(sealer, id);
  if (found?.role === 'owner') return undefined;
  if (found?.name === name && found.role === role) return found;
  const { status, createdAt } = found ?? { status: 'active', createdAt: now };
  const account: Account = { id, name, role, status, createdAt };
  yield* putAccount(sealer, account);
  return account;
}

export function* putInvitation(sealer: Sealer, invitation: Invitation): Tx<void> {
  const { id, hash, role, name, by, expiresAt, createdAt } = invitation;
  yield [
    `INSERT INTO invitations (id, hash, role, payload, key_id, expires_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ...[id, hash, role, sealer.seal(JSON.stringify({ name, by }), aboutInvitation(invitation)), sealer.keyId],
    ...[expiresAt, createdAt],
  ];
}

export function* listInvitations(sealer: Sealer, now: number): Tx<Invitation[]> {
  const rows = yield ['SELECT * FROM invitations WHERE expires_at > ? ORDER BY created_at, id', now];
  const inviters = new Set((yield* listAccounts(sealer)).filter(mayInvite).map(({ id }) => id));
  return rows.flatMap((row) => invitationIn(sealer, row) ?? []).filter(({ by }) => inviters.has(by));
}

export function* dropInvitation(id: string): Tx<boolean> {
  return (yield ['DELETE FROM invitations WHERE id = ? RETURNING id', id]).length > 0;
}

export function* findInvitation(sealer: Sealer, hash: string, now: number): Tx<Invitation | undefined> {
  const [row] = yield ['SELECT * FROM invitations WHERE hash = ? AND expires_at > ?', hash, now];
  const invitation = row && invitationIn(sealer, row);
  return invitation !== undefined && (yield* works(sealer, invitation)) ? invitation : undefined;
}

/** Somebody who was suspended, removed or made a member must not come back by an invitation of their own. */
function* works(sealer: Sealer, { by }: Invitation): Tx<boolean> {
  const inviter = yield* getAccount(sealer, by);
  return inviter !== undefined && mayInvite(inviter);
}

const mayInvite = ({ role, status }: Account): boolean => role !== 'member' && status === 'active';

export function* acceptInvitation(
  sealer: Sealer,
  hash: string,
  { id, name }: Pick<Account, 'id' | 'name'>,
  now: number,
): Tx<Account | undefined> {
  const [row] = yield ['DELETE FROM invitations WHERE hash = ? AND expires_at > ? RETURNING *', hash, now];
  yield ['DELETE FROM invitations WHERE expires_at <= ?', now];
  const invitation = row && invitationIn(sealer, row);
  if (invitation === undefined) return undefined;
  yield* lockAccount(invitation.by);
  if (!(yield* works(sealer, invitation))) return undefined;
  const account: Account = { id, name, role: invitation.role, status: 'active', createdAt: now };
  yield* putAccount(sealer, account);
  return account;
}

export function* changeAccount(
  sealer: Sealer,
  id: string,
  change: Partial<Pick<Account, 'name' | 'status' | 'role'>>,
): Tx<AccountChange> {
  // Of two changes at once each keeps its fields.
  yield* lockAccount(id);
  const account = yield* getAccount(sealer, id);
  if (account === undefined) return 'no_account';
  const { name = account.name, status = account.status, role = account.role } = change;
  if (account.role === 'owner' && (status !== 'active' || role !== 'owner')) return 'owner';
  const changed: Account = { ...account, name, status, role };
  yield* putAccount(sealer, changed);
  if (status === 'suspended') yield* dropDoors(id);
  return changed;
}

/** Lets no other transaction that locks the account decide by what it is now. */
export function* lockAccount(id: string): Tx<void> {
  yield ['UPDATE accounts SET created_at = created_at WHERE id = ?', id];
}

export function* removeAccount(sealer: Sealer, id: string): Tx<AccountChange> {
  const account = yield* getAccount(sealer, id);
  if (account === undefined) return 'no_account';
  if (account.role === 'owner') return 'owner';
  yield* dropDoors(id);
  for (const table of ['credentials', 'challenges']) yield [`DELETE FROM ${table} WHERE account_id = ?`, id];
  for (const table of ACCOUNT_TABLES) yield [`DELETE FROM ${table} WHERE account_id = ?`, id];
  yield ['DELETE FROM accounts WHERE id = ?', id];
  yield* putMeta(`${REMOVED}${id}`, '');
  return account;
}

/** Names the accounts that were removed and whose home keys may still be there. */
const REMOVED = 'removed:';

/** The home key of an account that was removed is gone. */
export function* forgetRemoved(id: string): Tx<void> {
  yield* dropMeta(`${REMOVED}${id}`);
}

/** The accounts that were removed by a server which ended before their home keys were deleted. */
export function* removedAccounts(): Tx<string[]> {
  const rows = yield [
    'SELECT name FROM meta WHERE name LIKE ? AND NOT EXISTS (SELECT account_id FROM vaults WHERE account_id = substr(name, ?))',
    `${REMOVED}%`,
    REMOVED.length + 1,
  ];
  return rows.map((row) => text(row, 'name').slice(REMOVED.length));
}

/** Forgets everything that lets an account in. */
function* dropDoors(account: string): Tx<void> {
  yield ['DELETE FROM start_tokens WHERE account_id = ?', account];
  yield ['DELETE FROM sessions WHERE account_id = ?', account];
  yield ['DELETE FROM api_tokens WHERE account_id = ?', account];
  yield ['DELETE FROM device_links WHERE account_id = ?', account];
  yield* countDoors();
}

/** The vault keys that home keys have wrapped. */
export function* homeWraps(): Tx<{ readonly account: string; readonly payload: string }[]> {
  const rows = yield ["SELECT account_id, payload FROM vault_wraps WHERE kind = 'home' ORDER BY account_id"];
  return rows.map((row) => ({ account: text(row, 'account_id'), payload: text(row, 'payload') }));
}

/** The accounts whose vault only a credential of theirs opens. */
export function* accountsWithoutHome(): Tx<string[]> {
  const rows = yield [
    "SELECT account_id FROM vaults v WHERE NOT EXISTS (SELECT id FROM vault_wraps w WHERE w.account_id = v.account_id AND w.kind = 'home')",
  ];
  return rows.map((row) => text(row, 'account_id'));
}

export function* accountsWithRuns(): Tx<string[]> {
  const rows = yield [
    "SELECT DISTINCT account_id FROM runs WHERE status IN ('ready', 'waiting') ORDER BY account_id",
  ];
  return rows.map((row) => text(row, 'account_id'));
}

export function* accountsToErase(before: number): Tx<string[]> {
  const due = 'deleted_at IS NOT NULL AND deleted_at <= ?';
  const rows = yield [
    `SELECT account_id FROM chats WHERE ${due} UNION SELECT account_id FROM projects WHERE ${due}
     UNION SELECT account_id FROM files WHERE status = 'dropped' OR (chat_id IS NULL AND touched_at <= ?) ORDER BY account_id`,
    ...[before, before, before - UNSENT_MS],
  ];
  return rows.map((row) => text(row, 'account_id'));
}

function accountIn(sealer: Sealer, row: Row): Account | undefined {
  // Only putAccount writes the columns, and the seal binds them.
  const facts = {
    id: text(row, 'id'),
    role: text(row, 'role') as Account['role'],
    status: text(row, 'status') as Account['status'],
    createdAt: integer(row, 'created_at'),
  };
  return openOr<Account | undefined>(
    sealer,
    { text: text(row, 'payload'), keyId: text(row, 'key_id'), about: aboutAccount(facts) },
    (json) => ({ ...facts, ...(JSON.parse(json) as { name: string }) }),
    () => undefined,
  );
}

/** The columns of an account `a` beside those of a row that is joined to it by `account_id`. */
export const ACCOUNT_COLUMNS =
  'a.role, a.status, a.payload AS account_payload, a.key_id AS account_key_id, a.created_at AS account_created_at';

/** The account that a row with these columns has been joined to. */
export function joinedAccount(sealer: Sealer, row: Row): Account | undefined {
  return accountIn(sealer, {
    id: text(row, 'account_id'),
    role: text(row, 'role'),
    status: text(row, 'status'),
    payload: text(row, 'account_payload'),
    key_id: text(row, 'account_key_id'),
    created_at: integer(row, 'account_created_at'),
  });
}

function invitationIn(sealer: Sealer, row: Row): Invitation | undefined {
  // Only putInvitation writes the columns, and the seal binds them.
  const facts = {
    id: text(row, 'id'),
    hash: text(row, 'hash'),
    role: text(row, 'role') as Invitation['role'],
    expiresAt: integer(row, 'expires_at'),
    createdAt: integer(row, 'created_at'),
  };
  return openOr<Invitation | undefined>(
    sealer,
    { text: text(row, 'payload'), keyId: text(row, 'key_id'), about: aboutInvitation(facts) },
    // Older rows name nobody.
    (json) => ({ ...facts, by: FIRST_ACCOUNT, ...(JSON.parse(json) as { name: string; by?: string }) }),
    () => undefined,
  );
}
