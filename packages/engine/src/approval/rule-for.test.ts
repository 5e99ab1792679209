import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decidePolicy, describeRule, ruleFor } from '../../../../fixtures/known-targets.ts';
import { runs } from '../../../../fixtures/long.ts';
import type { PolicyCall } from './call-targets.ts';
import type { PolicyRule } from './policy-rule.ts';
import type { RuleBreadth } from './rule-for.ts';

const run = (command: string, cwd?: string): PolicyCall => ({
  name: 'execute_command',
  input: { command, ...(cwd !== undefined && { cwd }) },
});
const write = (path: string, content = ''): PolicyCall => ({
  name: 'write_to_file',
  input: { path, content },
});

/** Tells whether the rule for one call allows another. */
function allows(call: PolicyCall, breadth: RuleBreadth, other: PolicyCall): boolean {
  const { rule } = ruleFor(call, breadth);
  return rule !== undefined && decidePolicy([rule], other).verdict === 'allow';
}

test('A54 exactly this call, whatever the order of its keys', () => {
  const call = run('ls > out && cat ./a*', '.');
  expect(
    allows(call, 'exact', { name: call.name, input: { cwd: '.', command: 'ls > out && cat ./a*' } }),
  ).toBe(true);
  expect(allows(call, 'exact', run('ls > out && cat ./a*'))).toBe(false);
  expect(allows(call, 'exact', run('ls > out && cat  ./a*', '.'))).toBe(false);
  expect(allows(write('a', 'b'), 'exact', write('a', 'c'))).toBe(false);
});

test('A54 the same targets: this file with any text, these commands word by word', () => {
  expect(allows(write('src/a*.ts', 'b'), 'targets', write('./src/a*.ts', 'c'))).toBe(true);
  expect(allows(write('src/a*.ts'), 'targets', write('src/ab.ts'))).toBe(false);
  expect(allows(run('npm ci && npm test'), 'targets', run('npm "test"; npm ci'))).toBe(true);
  for (const line of ['npm test -- -u', 'npm', 'npm test > f', 'npm test && ls', 'npm ci | npm test'])
    expect([line, allows(run('npm ci && npm test'), 'targets', run(line))]).toEqual([line, false]);
});

test('A54 the tool: all that may be allowed at all', () => {
  expect(allows(run('ls'), 'tool', run('npm test > f'))).toBe(true);
  expect(allows(run('ls'), 'tool', run('eval x'))).toBe(false);
  expect(allows(run('ls'), 'tool', write('a'))).toBe(false);
});

test('A482 no rule for what no rule can allow, or for targets that are not plain; the reason is told', () => {
  for (const breadth of ['exact', 'targets', 'tool'] as const)
    for (const call of [
      run('echo $(ls)'),
      run('sudo ls'),
      run(''),
      write('.git/config'),
      { name: '*', input: {} },
    ])
      expect(ruleFor(call, breadth)).toEqual({ reason: expect.stringMatching(/\.$/) });
  for (const call of [
    run('ls > f'),
    run('ls ./*.ts'),
    run('cd a && ls'),
    run('ls', '../a'),
    run('ls | node'),
    write('../a'),
    { name: 'custom', input: { path: 'a' } },
  ])
    expect(ruleFor(call, 'targets')).toEqual({
      reason: expect.stringMatching(/Allow this input, or the tool\.$/),
    });
});

test('A54 a path below the root is allowed as it is called and as it is kept', () => {
  const { rule } = ruleFor(write('/w/src/a'), 'targets', { root: '/w', scope: 'workspace' });
  expect(rule).toMatchObject({ scope: 'workspace', pattern: { glob: 'src/a' } });
  for (const path of ['src/a', '/w/src/a'])
    expect(decidePolicy(rule ? [rule] : [], write(path), { root: '/w' }).verdict).toBe('allow');
});

const value = fc.oneof(
  fc.constantFrom('a', 'src/b', 'ls', 'git push', 'a b', '*', '**', '\\', 'a\\*'),
  fc.string(),
);
const call = fc.oneof(
  fc.tuple(value, fc.option(value, { nil: undefined })).map(([command, cwd]) => run(command, cwd)),
  fc.tuple(value, value).map(([path, content]) => write(path, content)),
  fc
    .tuple(fc.constantFrom('x', '__proto__', 'read_file'), fc.jsonValue())
    .map(([name, input]) => ({ name, input })),
);

test('A54 a rule for exactly a call allows it and no other; a broader breadth allows no less', () => {
  fc.assert(
    fc.property(call, call, (one, other) => {
      const same = JSON.stringify(one) === JSON.stringify(other);
      const offered = ruleFor(one, 'exact').rule !== undefined;
      expect(allows(one, 'exact', one)).toBe(offered);
      if (!same && one.name !== other.name) expect(allows(one, 'exact', other)).toBe(false);
      if (JSON.stringify(sorted(one.input)) !== JSON.stringify(sorted(other.input)))
        expect(allows(one, 'exact', other)).toBe(false);
      for (const breadth of ['targets', 'tool'] as const)
        if (ruleFor(one, breadth).rule !== undefined) expect(allows(one, breadth, one)).toBe(true);
      if (allows(one, 'targets', other)) expect(allows(one, 'tool', other)).toBe(true);
    }),
    { numRuns: runs(500) },
  );
});

function sorted(input: unknown): unknown {
  if (Array.isArray(input)) return input.map(sorted);
  if (typeof input !== 'object' || input === null) return input;
  return Object.entries(input)
    .map(([key, each]) => [key, sorted(each)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

test('A54 the same proposal has the same id, another one has another', () => {
  const ids = [run('ls'), run('ls -l'), write('ls')].flatMap((each) =>
    (['exact', 'targets', 'tool'] as const).map((breadth) => ruleFor(each, breadth).rule?.id),
  );
  // The tool's rule is one for both commands.
  expect(new Set(ids).size).toBe(8);
  expect(ruleFor(run('ls'), 'exact').rule?.id).toBe(ids[0]);
});

test('A155 a rule for commands tells its folder, and one for an input tells all of it', () => {
  const offered = ruleFor(run('npm test', './packages/a/'), 'targets', { root: '/w' }).rule;
  expect(offered?.pattern).toEqual({
    type: 'command',
    prefixes: [['npm', 'test']],
    whole: true,
    cwd: 'packages/a',
  });
  expect(offered && describeRule(offered)).toBe(
    'Allow execute_command for `npm test` in the folder `packages/a`, in this chat.',
  );
  expect(allows(run('npm test', 'packages/a'), 'targets', run('npm test'))).toBe(false);
  expect(allows(run('npm test'), 'targets', run('npm test', 'packages/a'))).toBe(false);
  const { rule } = ruleFor(run(`ls ${'a'.repeat(300)}`, 'sub'), 'exact');
  expect(rule && describeRule(rule)).toBe(
    `Allow execute_command with exactly this input: command "ls ${'a'.repeat(300)}", cwd "sub", in this chat.`,
  );
  expect(ruleFor(write('a', 'x'.repeat(3000)), 'exact')).toEqual({
    reason: 'Its input is too long to be shown in a rule.',
  });
});

test('A155 whatever an input has, the rule for it shows', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 })), (input) => {
      const { rule } = ruleFor({ name: 'x', input }, 'exact');
      fc.pre(rule !== undefined);
      const about = rule?.pattern?.type === 'input' ? rule.pattern.about : '';
      for (const [key, each] of Object.entries(input)) {
        expect(about).toContain(key);
        expect(about).toContain(JSON.stringify(each));
      }
    }),
  );
});

test('A483 a rule is one plain sentence, in which nothing is unseen', () => {
  const say = (each: PolicyCall, breadth: RuleBreadth): string => {
    const { rule } = ruleFor(each, breadth);
    return rule === undefined ? '' : describeRule(rule);
  };
  expect(say(run('npm test && echo "a b"'), 'targets')).toBe(
    "Allow execute_command for `npm test` or `echo 'a b'` in the workspace's folder, in this chat.",
  );
  expect(say(write('src/a.ts'), 'targets')).toBe('Allow edits to `src/a.ts` in this chat.');
  expect(say(write('src/a.ts'), 'exact')).toBe(
    'Allow write_to_file with exactly this input: path "src/a.ts", content "", in this chat.',
  );
  expect(say(write('a'), 'tool')).toBe('Allow edits to every file in this chat.');
  const rule: PolicyRule = {
    id: '',
    scope: 'user',
    tool: '*',
    verdict: 'deny',
    pattern: { type: 'command', prefixes: [['rm', '\u202e\n']] },
  };
  expect(describeRule(rule)).toBe(
    "Deny every tool for commands that begin with `rm '\\u{202e}\\u{a}'` in all your chats.",
  );
});
