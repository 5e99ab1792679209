import { createHash } from 'node:crypto';
import type { HitlDecision } from '@millrace/engine';
import type { KeptRule, OfferedRule } from '@millrace/engine/approval';
import { expect, test } from 'vitest';
import { decision, type MakePlace, request, START, storeUnderTest } from './place-contract.ts';

/** A rule of the user, unless `more` says otherwise. */
export function rule(id: string, created_at: number, more: Partial<KeptRule> = {}): KeptRule {
  return { id, scope: 'user', of: '', tool: 'read_file', verdict: 'allow', created_at, ...more };
}

const offered = (id: string, more: Partial<KeptRule> = {}): OfferedRule => {
  const { of, created_at: _, ...offer } = rule(id, 0, more);
  return { rule: offer, of, text: `Allow ${id}` };
};

/** The rules of people: calls that they always allow or deny. */
export function ruleContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);

  test('L63 a rule comes back as it was kept, also after the store is opened again', async () => {
    const pattern = { type: 'command', prefixes: [['git', 'log']], whole: true } as const;
    const kept = [
      rule('a', 1, { pattern, verdict: 'deny' }),
      rule('b', 2, { scope: 'chat', of: 'chat-1', tool: '*' }),
      rule('c', 3, { scope: 'workspace', of: '/home/ann/päge' }),
    ];
    for (const each of kept) await at.store.putRule(each);
    expect(await at.store.listRules()).toEqual(kept);
    expect(await (await at.reopen()).listRules()).toEqual(kept);
  });

  test('L63 a rule that is kept again is replaced and stays as old as it was', async () => {
    const chat = { scope: 'chat', of: 'chat-1' } as const;
    await at.store.putRule(rule('a', 1, chat));
    await at.store.putRule(rule('b', 2, chat));
    await at.store.putRule(rule('a', 9, { ...chat, verdict: 'deny' }));
    const [a, b] = [rule('a', 1, { ...chat, verdict: 'deny' }), rule('b', 2, chat)];
    expect(await at.store.listRules()).toEqual([a, b]);
    // The same id elsewhere is another rule.
    const more = [rule('a', 3), rule('a', 4, { ...chat, of: 'chat-2' })];
    for (const each of more) await at.store.putRule(each);
    expect(await at.store.listRules()).toEqual([a, b, ...more]);
  });

  test('L63 two who keep one rule at once leave one', async () => {
    const other = await at.openAnother();
    await Promise.all([at.store.putRule(rule('a', 1)), other.putRule(rule('a', 1))]);
    expect(await at.store.listRules()).toEqual([rule('a', 1)]);
  });

  test('L63 deleting a rule deletes all with its id, and says whether there was one', async () => {
    await at.store.putRule(rule('a', 1));
    await at.store.putRule(rule('a', 2, { scope: 'workspace', of: '/w' }));
    await at.store.putRule(rule('b', 3));
    expect(await at.store.deleteRule('a')).toBe(true);
    expect(await at.store.listRules()).toEqual([rule('b', 3)]);
    expect(await at.store.deleteRule('a')).toBe(false);
  });

  test('L64 a call reads the rules of its user, its chat and its workspace, oldest first', async () => {
    const kept = [
      rule('workspace', 3, { scope: 'workspace', of: '/w' }),
      rule('Z', 2),
      rule('a', 2, { scope: 'chat', of: 'chat-1' }),
      rule('other-chat', 1, { scope: 'chat', of: 'chat-2' }),
      rule('other-workspace', 1, { scope: 'workspace', of: '/w/' }),
      // Not the workspace of that path, and not the user's.
      rule('path-as-chat', 1, { scope: 'chat', of: '/w' }),
      rule('nobody', 1, { scope: 'chat', of: '' }),
      rule('first', 1),
    ];
    for (const each of kept) await at.store.putRule(each);
    const read = await at.store.readRules({ chatId: 'chat-1', workspace: '/w' });
    expect(read.map(({ id }) => id)).toEqual(['first', 'Z', 'a', 'workspace']);
    const elsewhere = await at.store.readRules({ chatId: 'chat-3', workspace: '/v' });
    expect(elsewhere.map(({ id }) => id)).toEqual(['first', 'Z']);
    // A chat that is named like the hash of a workspace is still no workspace.
    const hash = createHash('sha256').update('/w').digest('hex');
    const alike = await at.store.readRules({ chatId: hash, workspace: '/v' });
    expect(alike.map(({ id }) => id)).toEqual(['first', 'Z']);
  });

  /** A run that has offered two rules for `ask-1` and none for `ask-2`. Its log ends at 3. */
  async function asked(): Promise<void> {
    const run = await at.claimed();
    const rules = [offered('narrow', { scope: 'workspace', of: '/w' }), offered('wide', { tool: '*' })];
    await at.store.ask(run, 0, [START, request('ask-1', { rules }), request('ask-2')], 1_500, 1);
    await at.store.park(run, 3, null);
  }
  const always = (rule_id?: string): HitlDecision => ({
    type: 'approve_always',
    ...(rule_id !== undefined && { rule_id }),
  });

  test.each([
    ['the first', undefined, rule('narrow', 2_000, { scope: 'workspace', of: '/w' })],
    ['the one that is named', 'wide', rule('wide', 2_000, { tool: '*' })],
  ] as const)('L65 always allowing keeps %s of the offered rules', async (_, named, kept) => {
    await asked();
    const said = decision('ask-1', { decision: always(named) });
    expect(await at.store.decide(said)).toMatchObject({ type: 'decided', fresh: true });
    expect(await at.store.listRules()).toEqual([kept]);
    // Known by then: a rule that was revoked does not come back.
    await at.store.deleteRule(kept.id);
    expect(await at.store.decide(said)).toMatchObject({ type: 'decided', fresh: false });
    expect(await at.store.listRules()).toEqual([]);
  });

  test('L65 without such an offer nothing is decided, after all other refusals', async () => {
    await asked();
    const none = { type: 'no_rule' };
    expect(await at.store.decide(decision('ask-2', { decision: always() }))).toEqual(none);
    const wrong = decision('ask-1', { decision: always('other') });
    expect(await at.store.decide(wrong)).toEqual(none);
    expect(await at.store.decide({ ...wrong, argsHash: 'other' })).toEqual({ type: 'args_changed' });
    expect(await at.store.getRun('run-1')).toMatchObject({ status: 'waiting', lastSeq: 3 });
    expect(await at.store.readApprovals('run-1')).toMatchObject([
      { status: 'pending' },
      { status: 'pending' },
    ]);
    // The command is still free, and what is no "always" keeps no rule.
    expect(await at.store.decide({ ...wrong, decision: { type: 'approve' } })).toMatchObject({ fresh: true });
    expect(await at.store.decide({ ...wrong, commandId: 'late' })).toMatchObject({ type: 'already_decided' });
    expect(await at.store.listRules()).toEqual([]);
  });
}
