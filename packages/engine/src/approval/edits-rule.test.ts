import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decidePolicy, describeRule, ruleFor } from '../../../../fixtures/known-targets.ts';
import type { PolicyCall } from './call-targets.ts';
import type { PolicyRule } from './policy-rule.ts';

const write = (path: unknown): PolicyCall => ({ name: 'write_to_file', input: { path, content: 'x' } });
const patch = (path: string): PolicyCall => ({ name: 'apply_diff', input: { path, diff: 'x' } });
const listed = (...paths: string[]): PolicyCall => ({
  name: 'apply_diff',
  input: { args: paths.map((path) => `<file><path>${path}</path></file>`).join('') },
});
const edit = (target_file: string): PolicyCall => ({ name: 'edit_file', input: { target_file } });
const read = (path: string): PolicyCall => ({ name: 'read_file', input: { path } });
const edits = (glob: string, verdict: PolicyRule['verdict'] = 'allow'): PolicyRule => ({
  ...{ id: 'r', scope: 'chat', tool: '*', verdict },
  pattern: { type: 'edits', glob },
});
const verdict = (rule: PolicyRule, call: PolicyCall): string =>
  decidePolicy([rule], call, { root: '/w' }).verdict;

test('A521 a rule for edits to a file means every tool that edits it, and no other call', () => {
  const { rule = expect.fail('There is a rule.') } = ruleFor(write('src/a.ts'), 'targets', { root: '/w' });
  expect(rule).toMatchObject({ tool: '*', pattern: { type: 'edits', glob: 'src/a.ts' } });
  expect(describeRule(rule)).toBe('Allow edits to `src/a.ts` in this chat.');
  for (const call of [write('src/a.ts'), patch('./src/a.ts'), edit('/w/src/a.ts'), listed('src/a.ts')])
    expect(verdict(rule, call)).toBe('allow');
  const others = [
    ...[write('src/b.ts'), write(['src/a.ts']), write(1), listed('src/a.ts', 'src/b.ts'), listed()],
    ...[read('src/a.ts'), edit('src/../src/b.ts'), write('src/a.ts/../../.git/config'), patch('SRC/a.ts')],
    ...[
      { name: 'execute_command', input: { command: 'rm src/a.ts' } },
      { name: 'other', input: { path: 'src/a.ts' } },
    ],
  ];
  for (const call of others) expect([call, verdict(rule, call)]).toEqual([call, 'ask']);
});

test('A521 a rule for all edits leaves protected files alone, and a deny holds in every spelling', () => {
  const { rule = expect.fail('There is a rule.') } = ruleFor(patch('a.ts'), 'tool');
  expect(describeRule(rule)).toBe('Allow edits to every file in this chat.');
  for (const call of [write('x'), edit('a/b/c.ts'), listed('a', 'b')])
    expect(verdict(rule, call)).toBe('allow');
  for (const call of [write('.git/config'), write('.millrace/rules/x.md'), read('x')])
    expect(verdict(rule, call)).toBe('ask');
  for (const call of [write('SRC/A.ts'), edit('./src//a.ts'), listed('b', 'src/a.ts'), write(1)])
    expect(verdict(edits('src/a.ts', 'deny'), call)).toBe('deny');
});

test('A521 what a rule for one file allows, the rule for all edits allows', () => {
  const paths = fc.stringMatching(/^[a-c./*\\]{1,12}$/);
  fc.assert(
    fc.property(paths, paths, fc.constantFrom(write, patch, edit), (one, other, call) => {
      const { rule } = ruleFor(write(one), 'targets', { root: '/w' });
      const { rule: all } = ruleFor(write(one), 'tool', { root: '/w' });
      fc.pre(rule !== undefined && all !== undefined);
      if (rule === undefined || all === undefined) return;
      expect(verdict(rule, write(one))).toBe('allow');
      if (verdict(rule, call(other)) === 'allow') expect(verdict(all, call(other))).toBe('allow');
    }),
  );
});
