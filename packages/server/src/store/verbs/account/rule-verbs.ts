import type { KeptRule, PolicyScope } from '@millrace/engine/approval';
import { aboutRule } from '../../seal/about.ts';
import { hiddenRule } from '../../seal/hidden.ts';
import { openOr } from '../../seal/open-or.ts';
import type { Sealer } from '../../seal/sealer.ts';
import type { RulePlace } from '../../store.ts';
import { integer, type Row, type Tx, text } from '../../tx.ts';
import { byAge, ruleOwner } from './rule-rows.ts';

export function* putRule(sealer: Sealer, given: KeptRule): Tx<void> {
  const { scope } = given;
  const [id, owner] = [hiddenRule(sealer, given.id), ruleOwner(sealer, scope, given.of)];
  const [row] = yield [
    'SELECT * FROM rules WHERE account_id = :account AND scope = ? AND of_id = ? AND id = ?',
    scope,
    owner,
    id,
  ];
  const before = row && keptRule(sealer, row);
  const { created_at } = before === undefined || before.unreadable ? given : before;
  // Of two rules the newer one may win, so the age is sealed as well.
  const rule: KeptRule = { ...given, created_at };
  yield [
    `INSERT INTO rules (account_id, id, scope, of_id, payload, key_id, created_at) VALUES (:account, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, scope, of_id, id) DO UPDATE
     SET payload = excluded.payload, key_id = excluded.key_id, created_at = excluded.created_at`,
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
     WHERE account_id = :account
     AND (scope = 'user' OR (scope = 'chat' AND of_id = ?) OR (scope = 'workspace' AND of_id = ?))`,
    chatId,
    ruleOwner(sealer, 'workspace', workspace),
  ];
  return inOrder(sealer, rows);
}

export function* listRules(sealer: Sealer): Tx<KeptRule[]> {
  return inOrder(sealer, yield ['SELECT * FROM rules WHERE account_id = :account']);
}

export function* deleteRule(sealer: Sealer, id: string): Tx<boolean> {
  const rows = yield [
    'DELETE FROM rules WHERE account_id = :account AND (id = ? OR id = ?) RETURNING id',
    hiddenRule(sealer, id),
    // One that can't be read is known by its row alone.
    id,
  ];
  return rows.length > 0;
}

// Databases order text each in their own way, so it is done here.
function inOrder(sealer: Sealer, rows: readonly Row[]): KeptRule[] {
  return rows.map((row) => keptRule(sealer, row)).toSorted(byAge);
}

function keptRule(sealer: Sealer, row: Row): KeptRule {
  const [scope, of, id] = [text(row, 'scope'), text(row, 'of_id'), text(row, 'id')];
  const about = aboutRule(scope, of, id);
  return openOr(
    sealer,
    { text: text(row, 'payload'), keyId: text(row, 'key_id'), about },
    readRule,
    // It may have forbidden something: while it is there, nothing in its scope runs without a question.
    () => ({ ...UNREADABLE, id, scope: knownScope(scope), of, created_at: integer(row, 'created_at') }),
  );
}

const UNREADABLE = { tool: '*', verdict: 'ask', unreadable: true } as const;

/** A rule without an age is from an older database, put back by somebody without the key. */
function readRule(json: string): KeptRule {
  // The payload is what putRule wrote.
  const rule = JSON.parse(json) as KeptRule;
  if (typeof rule.created_at !== 'number') throw new TypeError('A rule says when it was made.');
  return rule;
}

function knownScope(scope: string): PolicyScope {
  return scope === 'chat' || scope === 'workspace' ? scope : 'user';
}
