import type { KeptRule } from '@millrace/engine';
import { aboutRule } from './about.ts';
import { byAge, ruleOwner } from './rule-rows.ts';
import type { Sealer } from './sealer.ts';
import type { RulePlace } from './store.ts';
import { integer, type Row, type Tx, text } from './tx.ts';

export function* putRule(sealer: Sealer, { created_at, ...rule }: KeptRule): Tx<void> {
  const { id, scope } = rule;
  const owner = ruleOwner(scope, rule.of);
  yield [
    `INSERT INTO rules (id, scope, of_id, payload, key_id, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (scope, of_id, id) DO UPDATE SET payload = excluded.payload, key_id = excluded.key_id`,
    id,
    scope,
    owner,
    sealer.seal(JSON.stringify(rule), aboutRule(scope, owner, id)),
    sealer.keyId,
    created_at,
  ];
}

export function* readRules(sealer: Sealer, { chatId, workspace }: RulePlace): Tx<KeptRule[]> {
  const rows = yield [
    `SELECT * FROM rules
     WHERE scope = 'user' OR (scope = 'chat' AND of_id = ?) OR (scope = 'workspace' AND of_id = ?)`,
    chatId,
    ruleOwner('workspace', workspace),
  ];
  return inOrder(sealer, rows);
}

export function* listRules(sealer: Sealer): Tx<KeptRule[]> {
  return inOrder(sealer, yield ['SELECT * FROM rules']);
}

export function* deleteRule(id: string): Tx<boolean> {
  const rows = yield ['DELETE FROM rules WHERE id = ? RETURNING id', id];
  return rows.length > 0;
}

// Databases order text each in their own way, so it is done here.
function inOrder(sealer: Sealer, rows: readonly Row[]): KeptRule[] {
  return rows.map((row) => keptRule(sealer, row)).toSorted(byAge);
}

function keptRule(sealer: Sealer, row: Row): KeptRule {
  const about = aboutRule(text(row, 'scope'), text(row, 'of_id'), text(row, 'id'));
  const json = sealer.open(text(row, 'payload'), text(row, 'key_id'), about);
  // The payload is what putRule wrote.
  return { ...(JSON.parse(json) as Omit<KeptRule, 'created_at'>), created_at: integer(row, 'created_at') };
}
