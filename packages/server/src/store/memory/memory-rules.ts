import type { KeptRule } from '@millrace/engine/approval';
import { aboutRule } from '../seal/about.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { RuleStore } from '../store.ts';
import { byAge, ruleOwner } from '../verbs/rule-rows.ts';
import type { Memory, MemoryRule } from './memory.ts';

/** Rules on a Map. */
export function memoryRules({ rules }: Memory, sealer: Sealer): RuleStore {
  function inOrder(which: (rule: MemoryRule) => boolean): KeptRule[] {
    return [...rules.values()]
      .filter(which)
      .map((row) => keptRule(sealer, row))
      .toSorted(byAge);
  }

  return {
    async putRule(rule) {
      keepRule(rules, sealer, rule);
    },
    async readRules({ chatId, workspace }) {
      const owners = { user: '', chat: chatId, workspace: ruleOwner('workspace', workspace) };
      return inOrder(({ scope, owner }) => owners[scope] === owner);
    },
    async listRules() {
      return inOrder(() => true);
    },
    async deleteRule(id) {
      const found = [...rules].filter(([, rule]) => rule.id === id);
      for (const [key] of found) rules.delete(key);
      return found.length > 0;
    },
  };
}

/** Keeps a rule in the place of the one that it replaces, if there is one. */
export function keepRule(rules: Memory['rules'], sealer: Sealer, { created_at, ...rule }: KeptRule): void {
  const { id, scope } = rule;
  const owner = ruleOwner(scope, rule.of);
  const about = aboutRule(scope, owner, id);
  const createdAt = rules.get(about)?.createdAt ?? created_at;
  rules.set(about, { id, scope, owner, createdAt, sealed: sealer.seal(JSON.stringify(rule), about) });
}

function keptRule(sealer: Sealer, { id, scope, owner, createdAt, sealed }: MemoryRule): KeptRule {
  const json = sealer.open(sealed, sealer.keyId, aboutRule(scope, owner, id));
  // The payload is what keepRule wrote.
  return { ...(JSON.parse(json) as Omit<KeptRule, 'created_at'>), created_at: createdAt };
}
