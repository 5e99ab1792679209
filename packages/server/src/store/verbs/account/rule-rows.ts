import { createHash } from 'node:crypto';
import type { StoredEvent } from '@millrace/engine';
import type { KeptRule, OfferedRule, PolicyScope } from '@millrace/engine/approval';
import { hiddenPath } from '../../seal/hidden.ts';
import type { Sealer } from '../../seal/sealer.ts';

/** The owner of a rule, as a database sees it: a chat's id, or a word for the workspace's path. */
export function ruleOwner(sealer: Sealer, scope: PolicyScope, of: string): string {
  switch (scope) {
    case 'user':
      return '';
    case 'chat':
      return of;
    case 'workspace':
      return hiddenPath(sealer, createHash('sha256').update(of).digest('hex'));
  }
}

/** Orders rules oldest first; those of the same moment always come in the same order. */
export function byAge(a: KeptRule, b: KeptRule): number {
  return (
    a.created_at - b.created_at || compare(a.id, b.id) || compare(a.scope, b.scope) || compare(a.of, b.of)
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The rule that "always allow" means: the one that is named, else the first that the request offers. */
export function offeredRule(
  request: StoredEvent | undefined,
  ruleId: string | undefined,
): OfferedRule | undefined {
  const rules = request?.type === 'approval_request' ? (request.rules ?? []) : [];
  return ruleId === undefined ? rules[0] : rules.find(({ rule }) => rule.id === ruleId);
}
