import type { DeviceLink } from '../../device-link.ts';
import { aboutDeviceLink } from '../../seal/about.ts';
import { openOr } from '../../seal/open-or.ts';
import type { Sealer } from '../../seal/sealer.ts';
import { integer, type Row, type Tx, text } from '../../tx.ts';

/** The sealed part of a link. */
type Facts = Pick<DeviceLink, 'by' | 'state' | 'device'>;

export function* putDeviceLink(root: Sealer, link: DeviceLink, now: number): Tx<void> {
  const { id, account, hash, expiresAt } = link;
  // The token of the one before signs nobody in any more.
  yield [
    'DELETE FROM start_tokens WHERE account_id = ? AND hash <> ? AND hash IN (SELECT hash FROM device_links WHERE account_id = ?)',
    ...[account, hash, account],
  ];
  yield ['DELETE FROM device_links WHERE account_id = ? OR expires_at <= ?', account, now];
  yield [
    'INSERT INTO device_links (id, account_id, hash, payload, key_id, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
    ...[id, account, hash, sealed(root, link), root.keyId, expiresAt],
  ];
}

export function* findDeviceLink(
  root: Sealer,
  by: { readonly id: string } | { readonly hash: string },
  now: number,
): Tx<DeviceLink | undefined> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['hash', by.hash];
  const [row] = yield [`SELECT * FROM device_links WHERE ${column} = ? AND expires_at > ?`, value, now];
  return row && linkIn(root, row);
}

export function* moveDeviceLink(
  root: Sealer,
  from: DeviceLink['state'],
  link: DeviceLink,
  now: number,
): Tx<boolean> {
  // Locks the row: of two that move it on, the second one finds it moved.
  const [row] = yield [
    'UPDATE device_links SET expires_at = expires_at WHERE id = ? AND expires_at > ? RETURNING *',
    ...[link.id, now],
  ];
  const kept = row && linkIn(root, row);
  if (kept === undefined || kept.state !== from || kept.account !== link.account) return false;
  yield [
    'UPDATE device_links SET payload = ?, key_id = ? WHERE id = ?',
    sealed(root, link),
    root.keyId,
    link.id,
  ];
  if (link.state === 'refused') yield ['DELETE FROM start_tokens WHERE hash = ?', link.hash];
  return true;
}

function sealed(root: Sealer, { id, account, hash, expiresAt, by, state, device }: DeviceLink): string {
  const facts: Facts = { by, state, ...(device && { device }) };
  return root.seal(JSON.stringify(facts), aboutDeviceLink(id, account, hash, expiresAt));
}

function linkIn(root: Sealer, row: Row): DeviceLink | undefined {
  const facts = {
    id: text(row, 'id'),
    account: text(row, 'account_id'),
    hash: text(row, 'hash'),
    expiresAt: integer(row, 'expires_at'),
  };
  return openOr<DeviceLink | undefined>(
    root,
    {
      text: text(row, 'payload'),
      keyId: text(row, 'key_id'),
      about: aboutDeviceLink(facts.id, facts.account, facts.hash, facts.expiresAt),
    },
    // The text is what the verbs above wrote.
    (json) => ({ ...facts, ...(JSON.parse(json) as Facts) }),
    () => undefined,
  );
}
