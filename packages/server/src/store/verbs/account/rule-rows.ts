import { createHash } from 'node:crypto';
import type { StoredEvent } from '@millrace/engine';
import type { KeptRule, OfferedRule, PolicyScope } from '@millrace/engine/approval';

/** The owner of a rule, as a database sees it: a chat's id, or a hash of the workspace's path. */
export function ruleOwner(scope: PolicyScope, of: string): string {
  switch (scope) {
    case 'user':
      return '';
    case 'chat':
      return of;
    case 'workspace':
      return createHash('sha256').update(of).digest('hex');
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
