import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decidePolicy } from '../../../../fixtures/known-targets.ts';
import { argsHash } from './args-hash.ts';
import type { PolicyDecision, PolicyOptions } from './decide-policy.ts';
import type { ArgumentPattern, PolicyRule, PolicyScope, PolicyVerdict } from './policy-rule.ts';

const rule = (
  verdict: PolicyVerdict,
  tool: string,
  pattern?: ArgumentPattern,
  scope: PolicyScope = 'user',
): PolicyRule => ({ id: 'r', scope, tool, verdict, ...(pattern && { pattern }) });
const begins = (...prefixes: string[]): ArgumentPattern => ({
  type: 'command',
  prefixes: prefixes.map((each) => each.split(' ').filter(Boolean)),
});
const at = (glob: string, argument = 'path'): ArgumentPattern => ({ type: 'glob', argument, glob });
const run = (command: unknown) => ({ name: 'execute_command', input: { command } });
const write = (path: unknown) => ({ name: 'write_to_file', input: { path, content: '' } });
const shell = (rules: PolicyRule[], command: string, options?: PolicyOptions): PolicyVerdict =>
  decidePolicy(rules, run(command), options).verdict;
const all = rule('allow', '*');

const STRICT = { allow: 0, ask: 1, deny: 2 } as const;
const strictest = (verdicts: PolicyVerdict[]): PolicyVerdict =>
  verdicts.reduce((a, b) => (STRICT[b] > STRICT[a] ? b : a), 'allow');

test('A5 in one scope the last rule that means the call wins, and is told', () => {
  const rules = [
    rule('deny', 'write_to_file'),
    rule('allow', 'write_to_file', at('src/**')),
    rule('ask', 'read_file'),
  ];
  expect(decidePolicy(rules, write('src/a.ts'))).toMatchObject({ verdict: 'allow', rule: rules[1] });
  expect(decidePolicy(rules, write('b.ts'))).toMatchObject({ verdict: 'deny', rule: rules[0] });
  expect(decidePolicy([...rules].reverse(), write('src/a.ts')).verdict).toBe('deny');
});

test('A460 across scopes the strictest wins; a silent scope has no say; without a rule it asks', () => {
  const allow = rule('allow', '*', undefined, 'workspace');
  expect(decidePolicy([rule('ask', '*', undefined, 'chat'), allow], write('a')).verdict).toBe('ask');
  expect(decidePolicy([allow, rule('deny', 'write_to_file', undefined, 'chat')], write('a')).verdict).toBe(
    'deny',
  );
  expect(decidePolicy([allow, rule('deny', 'read_file', undefined, 'chat')], write('a')).verdict).toBe(
    'allow',
  );
  expect(decidePolicy([], write('a'))).toEqual({
    verdict: 'ask',
    reason: 'No rule is about this call.',
    silent: true,
  });
  expect(decidePolicy([], write('a'), { otherwise: 'allow' }).verdict).toBe('allow');
});

test('A461 across the commands of one line the strictest wins', () => {
  const rules = [rule('allow', '*', begins('ls', 'git status')), rule('deny', '*', begins('rm'))];
  expect(shell(rules, 'ls -l && git status')).toBe('allow');
  expect(shell(rules, 'ls -l && git push')).toBe('ask');
  for (const line of [
    'ls; rm x',
    'ls | rm x',
    '(ls & rm x)',
    'ls\nrm x',
    'ls $(rm x)',
    '`rm x`',
    'sudo rm x',
    'bash -c "rm x"',
  ])
    expect([line, shell(rules, line)]).toEqual([line, 'deny']);
});

test('A463 an edited input is judged as any other', () => {
  const rules = [all, rule('deny', 'write_to_file', at('dist/**'))];
  const call = Object.freeze(write('src/a'));
  expect(decidePolicy(rules, call).verdict).toBe('allow');
  expect(decidePolicy(rules, { ...call, input: { ...call.input, path: 'dist/a' } }).verdict).toBe('deny');
});

test('A50 a rule is for one tool or for all, and an input pattern for one input', () => {
  const { input } = write('a');
  const just: ArgumentPattern = { type: 'input', hash: argsHash(input), about: '' };
  const verdict = (tool: string, pattern?: ArgumentPattern, path = 'a') =>
    decidePolicy([rule('allow', tool, pattern)], write(path)).verdict;
  expect([verdict('write_to_file'), verdict('*'), verdict('read_file')]).toEqual(['allow', 'allow', 'ask']);
  expect([verdict('*', just), verdict('*', just, 'b')]).toEqual(['allow', 'ask']);
});

test.each<[string, string, boolean]>([
  ['src/**', 'src/a/b.ts', true],
  ['src/**', './src//a.ts', true],
  ['src/**', 'src', true],
  ['src/**', 'srcs/a', false],
  ['src/**', 'src/../etc', false],
  ['src/**', '/src/a', false],
  ['/src/**', '/src/a', true],
  ['src/**', 'src\\a', false],
  ['src/**', 'src/\nb', false],
  ['src/**', 'SRC/a', false],
  ['*.ts', 'a.ts', true],
  ['*.ts', 'a/b.ts', false],
  ['**/*.ts', 'a.ts', true],
  ['**/*.ts', 'a/b/c.ts', true],
  ['a/**/b', 'a/b', true],
  ['a\\*', 'a*', true],
  ['a\\*', 'ab', false],
  ['[a]', 'a', false],
])('A450 the glob %s and the path %j', (glob, path, matches) => {
  expect(decidePolicy([rule('allow', '*', at(glob))], write(path)).verdict).toBe(matches ? 'allow' : 'ask');
});

test('A451 for an ask or a deny every spelling counts that a file system could take for the path', () => {
  for (const path of [
    'dist/a',
    'DIST/a',
    'x/../dist/a',
    'dist\\a',
    'dist./a',
    'ｄist/a',
    'di\u200bst/a',
    '/w/dist/a',
  ])
    expect([
      path,
      decidePolicy([rule('deny', '*', at('dist/**'))], write(path), { root: '/w' }).verdict,
    ]).toEqual([path, 'deny']);
});

test('A452 an allow must mean every file of a list, a deny one of them', () => {
  const edit = (args: string) => ({ name: 'apply_diff', input: { path: 'src/a', args } });
  const list = '<file><path>src/b</path></file><file><path>etc/c</path></file>';
  expect(decidePolicy([rule('allow', '*', at('src/**'))], edit('')).verdict).toBe('allow');
  expect(decidePolicy([rule('allow', '*', at('src/**'))], edit(list)).verdict).toBe('ask');
  expect(decidePolicy([all, rule('deny', '*', at('etc/**'))], edit(list)).verdict).toBe('deny');
  expect(decidePolicy([all], edit('nothing to read')).verdict).toBe('ask');
});

test('A51 of prefixes the longest wins, of equal ones the last; the whole tool is the prefix of no words', () => {
  const rules = [
    rule('allow', '*', begins('git push')),
    rule('deny', '*', begins('git')),
    rule('ask', 'execute_command'),
  ];
  expect(shell(rules, 'git push')).toBe('allow');
  expect(shell(rules, 'git pull')).toBe('deny');
  expect(shell(rules, 'ls')).toBe('ask');
  expect(shell([...rules, rule('deny', '*', begins('git push'))], 'git push')).toBe('deny');
});

test('A457 an allow takes words as they are, a deny also a folder before the name, another case and what * may stand for', () => {
  const allow = [rule('allow', '*', begins('git push'))];
  for (const line of ['git pushx', 'gitx push', './git push', 'Git push', 'git pus?', 'git'])
    expect([line, shell(allow, line)]).toEqual([line, 'ask']);
  expect(shell([rule('allow', '*', begins('ls *'))], 'ls *')).toBe('ask');
  expect(shell([rule('allow', '*', begins('ls *'))], "ls '*'")).toBe('allow');
  const deny = [all, rule('deny', '*', begins('git push'))];
  for (const line of ['/usr/bin/git push', 'GIT push', 'git pus?', 'git pu[sx]h', 'g\\it "push"', 'git p*'])
    expect([line, shell(deny, line)]).toEqual([line, 'deny']);
});

test('A458 a redirection into a file needs a rule that says so', () => {
  const echo = begins('echo') as Extract<ArgumentPattern, { type: 'command' }>;
  expect(shell([rule('allow', '*', echo)], 'echo a > b')).toBe('ask');
  expect(shell([rule('allow', '*', echo)], 'echo a 2>&1 > /dev/null')).toBe('allow');
  expect(shell([rule('allow', '*', { ...echo, writes: true })], 'echo a > b')).toBe('allow');
  expect(shell([all], 'echo a > b')).toBe('allow');
});

const inFolder = (command: string, cwd?: unknown) => ({ name: 'execute_command', input: { command, cwd } });
const forFolder = (verdict: PolicyVerdict, cwd?: string): PolicyRule =>
  rule(verdict, '*', { type: 'command', prefixes: [['npm', 'test']], ...(cwd !== undefined && { cwd }) });

test('A155 an allow for a command is for one folder: the root, unless it names another', () => {
  const verdict = (some: PolicyRule, cwd: unknown, line = 'npm test'): PolicyVerdict =>
    decidePolicy([some], inFolder(line, cwd), { root: '/w' }).verdict;
  for (const cwd of [undefined, '', '.', './', '/w', '/w/', '/w/.'])
    for (const own of [undefined, '', '.', '/w'])
      expect([cwd, own, verdict(forFolder('allow', own), cwd)]).toEqual([cwd, own, 'allow']);
  for (const cwd of [
    'node_modules/evil',
    '/w/sub',
    '..',
    '/',
    '/wx',
    'a/..',
    ' .',
    '. ',
    '~',
    'SUB',
    5,
    null,
    ['.'],
  ])
    expect([cwd, verdict(forFolder('allow'), cwd)]).toEqual([cwd, 'ask']);
  for (const cwd of ['sub', './sub/', '/w/sub', 'sub//.'])
    for (const own of ['sub', './sub', '/w/sub/'])
      expect([cwd, own, verdict(forFolder('allow', own), cwd)]).toEqual([cwd, own, 'allow']);
  for (const cwd of [undefined, '.', 'sub/a', 'Sub', 'sub.', 'x/../sub'])
    expect([cwd, verdict(forFolder('allow', 'sub'), cwd)]).toEqual([cwd, 'ask']);
  expect(verdict(forFolder('allow', '../out'), '../out')).toBe('ask');
});

test('A155 a line that changes its folder is allowed by no rule for commands', () => {
  const rules = [forFolder('allow'), forFolder('allow', 'x'), rule('allow', '*', begins('cd', 'cd x'))];
  for (const line of [
    'cd x && npm test',
    'npm test; cd x',
    'cd x | npm test',
    'cd && npm test',
    'cd x\nnpm test',
  ])
    expect([line, shell(rules, line)]).toEqual([line, 'ask']);
  expect(shell([all], 'cd x && npm test')).toBe('allow');
});

test('A155 a deny without a folder holds in every one, and one with a folder in every spelling of it', () => {
  const verdict = (own: string | undefined, cwd: unknown, line = 'npm test'): PolicyVerdict =>
    decidePolicy([all, forFolder('deny', own)], inFolder(line, cwd), { root: '/w' }).verdict;
  for (const cwd of [undefined, 'sub', '/w/sub', '../x', 5]) expect(verdict(undefined, cwd)).toBe('deny');
  for (const cwd of ['sub', 'SUB', './sub', '/w/sub', 'x/../sub', 'sub.', '../w/sub'])
    expect([cwd, verdict('sub', cwd)]).toEqual([cwd, 'deny']);
  for (const cwd of [undefined, 'other']) expect(verdict('sub', cwd)).toBe('allow');
  expect(verdict('sub', '.', 'cd sub && npm test')).toBe('deny');
});

test('A453 a glob allows no command lines, and still denies them', () => {
  expect(shell([rule('allow', '*', at('ls *', 'command'))], 'ls a; rm b')).toBe('ask');
  expect(shell([all, rule('deny', '*', at('rm *', 'command'))], 'rm b')).toBe('deny');
});

test('A156 a rule for words does not cover what a command is given to read', () => {
  const rules = [rule('allow', '*', begins('cat', 'psql', 'wc'))];
  for (const line of ['cat a | psql', 'psql < a', 'cat a | wc -l | psql'])
    expect([line, shell(rules, line)]).toEqual([line, 'ask']);
  for (const line of ['cat a | wc -l', 'wc -l < a', 'psql < /dev/null'])
    expect([line, shell(rules, line)]).toEqual([line, 'allow']);
});

test('A156 a redirection leads into the workspace, or asks', () => {
  for (const path of ['/etc/x', '../x', 'a/../../x', '/dev/tcp/127.0.0.1/9', '/dev/stdout', '~', '/wx/a'])
    for (const way of ['>', '>>', '<', '2>'])
      expect([path, way, shell([all], `ls ${way} '${path}'`, { root: '/w' })]).toEqual([path, way, 'ask']);
  for (const path of ['x', './a/x', '/w/x', '/dev/null'])
    expect([path, shell([all], `ls > ${path}`, { root: '/w' })]).toEqual([path, 'allow']);
  expect(shell([all], 'cd a && ls > x')).toBe('ask');
});

test('A52 a hidden command is not allowed by any rule', () => {
  for (const line of ['echo $(ls)', 'eval ls', 'cat <(ls)', `echo \${x@P}`, 'X=1 ls', 'sudo ls', ''])
    expect([line, shell([all], line, { otherwise: 'allow' })]).toEqual([line, 'ask']);
  for (const command of [5, null, undefined, ['ls'], {}])
    expect(decidePolicy([all], run(command)).verdict).toBe('ask');
});

test.each([
  ...[
    '.git',
    '.git/config',
    './.git/config',
    'a/../.git/x',
    'sub/.git/hooks/a',
    '/w/.git/x',
    '.GIT/x',
    '.git\\x',
    'a\\..\\.git\\x',
  ],
  ...[
    '.git./x',
    '.git /x',
    ' .git/x',
    '.git::$INDEX_ALLOCATION/x',
    '.ｇit/x',
    '.g\u200bit/x',
    '․git/x',
    'GIT~1/x',
    '.git/\nx',
  ],
  ...[
    '.millrace/rules',
    'AGENTS.md',
    'agents.MD',
    'sub/AGENTS.md',
    'AGENTS.md.',
    '/srv/data/x',
    '../srv/data/x',
    '/srv/./data',
    '/srv/a/../data/b',
  ],
])('A53 a protected file asks in every spelling: %j', (path) => {
  const options = { protectedPaths: ['/srv/data', 'AGENTS.md', 'rules/*.mdc'], root: '/w' };
  expect(decidePolicy([all], write(path), options).verdict).toBe('ask');
  expect(
    decidePolicy([all], { name: 'unknown_tool', input: { deep: [{ any: path }] } }, options).verdict,
  ).toBe('ask');
  if (!/[\n:]/.test(path)) expect(shell([all], `cat '${path}'`, options)).toBe('ask');
});

test.each([
  'cat .g*/x',
  'cat .gi?',
  'cat .[g]it',
  'cat .g[i]t/[x]',
  'x --file=.git/x',
  'x -C.git',
  'x @.git',
  'x > .git/y',
  'x < .git/y',
  'x "in .git/y"',
  'rm -rf data',
  'cat *.md',
  'x rules/a.mdc',
])('A454 a protected file in a command asks: %s', (line) => {
  const options = { protectedPaths: ['/srv/data/**', 'AGENTS.md', 'rules/*.mdc'] };
  expect(shell([all], line, options)).toBe('ask');
  expect(shell([all, rule('deny', '*', begins(line.split(' ')[0] ?? ''))], line, options)).toBe('deny');
});

test('A455 other files are not protected', () => {
  const options = { protectedPaths: ['/srv/data', 'AGENTS.md'], root: '/w' };
  for (const path of ['.gitignore', 'git/x', 'a.git', 'data/x', 'src/agents.ts', '.github/x'])
    expect([path, decidePolicy([all], write(path), options).verdict]).toEqual([path, 'allow']);
  for (const line of ['git status', 'ls src/*', 'cat .gitignore', 'ls ./*.ts', 'ls ./*'])
    expect([line, shell([all], line)]).toEqual([line, 'allow']);
});

test('A456 a protected folder that the workspace is in does not hold in the workspace', () => {
  const options = { protectedPaths: ['/srv/data', '/srv/data/work/keys'], root: '/srv/data/work' };
  const verdict = (path: string): string => decidePolicy([all], write(path), options).verdict;
  for (const path of ['src/x', '/srv/data/work/x', './a'])
    expect([path, verdict(path)]).toEqual([path, 'allow']);
  for (const path of [
    '../x',
    'a/../../x',
    '/srv/data/x',
    '/srv/data/WORK/x',
    'keys/x',
    '~/x/../srv',
    '.git/x',
  ])
    expect([path, verdict(path)]).toEqual([path, 'ask']);
});

const NAMES = ['git', 'ls', 'rm', 'npm'];
const word = fc.constantFrom(...NAMES, 'push', 'x', 'a b', "it's", '-f', '');
const command = fc
  .tuple(fc.constantFrom(...NAMES), fc.array(word, { maxLength: 3 }))
  .map(([name, rest]) => [name, ...rest]);
const QUOTES: ((text: string) => string)[] = [
  (text) => `'${text.replaceAll("'", "'\\''")}'`,
  (text) => `"${text}"`,
  (text) => (text === '' ? '""' : text.replace(/./g, '\\$&')),
  (text) => (/^[\w-]+$/.test(text) ? text : `"${text}"`),
  (text) =>
    text.length > 1 ? `"${text.slice(0, 1)}"'${text.slice(1).replaceAll("'", "'\\''")}'` : `"${text}"`,
];
const quoted = (words: string[], how: number[]): string =>
  words.map((each, i) => QUOTES[(how[i] ?? 0) % QUOTES.length]?.(each)).join(' ');
const pattern = fc.option(
  fc.oneof(
    fc.record({
      type: fc.constant('command' as const),
      prefixes: fc.array(fc.oneof(command, fc.constant([])), { minLength: 1, maxLength: 2 }),
      whole: fc.boolean(),
      writes: fc.boolean(),
    }),
    fc.record({
      type: fc.constant('glob' as const),
      argument: fc.constantFrom('path', 'command'),
      glob: fc.constantFrom('src/**', '*', 'a/*.ts', '**'),
    }),
  ),
  { nil: undefined },
);
const rules = fc.array(
  fc
    .record({
      id: fc.string(),
      scope: fc.constantFrom<PolicyScope>('user', 'chat', 'workspace'),
      tool: fc.constantFrom('*', 'execute_command', 'write_to_file'),
      verdict: fc.constantFrom<PolicyVerdict>('allow', 'ask', 'deny'),
      pattern,
    })
    .map(({ pattern: some, ...rest }): PolicyRule => ({ ...rest, ...(some && { pattern: some }) })),
  { maxLength: 6 },
);
const how = fc.array(fc.nat(9), { minLength: 5, maxLength: 5 });
const parts = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(command, how).map(([words, ways]) => quoted(words, ways)) },
  fc.constantFrom('echo $(rm x)', 'ls > f', '(ls; rm x)', 'sudo rm x', 'X=1 ls', 'cat .git/x'),
);
const joints = fc.constantFrom(' && ', ' || ', ' ; ', '\n');
// A command that reads what another one writes, or goes on in the background, may be judged more strictly.
const strictJoints = fc.constantFrom(' | ', ' & ', ' |& ');

test('A462 one more deny, wherever it stands, never makes a verdict looser', () => {
  fc.assert(
    fc.property(
      rules,
      rules,
      rules,
      fc.oneof(parts.map(run), fc.constantFrom('src/a', 'a/b.ts', 'x').map(write)),
      (before, [some], after, call) => {
        fc.pre(some !== undefined);
        const deny: PolicyRule = { ...(some ?? all), verdict: 'deny' };
        const without = decidePolicy([...before, ...after], call).verdict;
        const withIt = decidePolicy([...before, deny, ...after], call).verdict;
        expect(STRICT[withIt]).toBeGreaterThanOrEqual(STRICT[without]);
      },
    ),
  );
});

// A glob on the command itself means its text, which a joined one does not share with its parts.
const noGlobs = rules.map((each) => each.filter(({ pattern: some }) => some?.type !== 'glob'));

test('A461 the verdict of a joined command is the strictest of its parts', () => {
  fc.assert(
    fc.property(
      noGlobs,
      fc.array(fc.tuple(parts, joints), { minLength: 1, maxLength: 4 }),
      parts,
      (some, firsts, last) => {
        const line = firsts.map(([text, joint]) => text + joint).join('') + last;
        const alone = [...firsts.map(([text]) => text), last].map((text) => shell(some, text));
        expect(shell(some, line)).toBe(strictest(alone));
      },
    ),
  );
});

test('A461 a pipe or the background never makes the verdict looser than its strictest part', () => {
  fc.assert(
    fc.property(noGlobs, parts, strictJoints, parts, (some, one, joint, other) => {
      const alone = strictest([one, other].map((text) => shell(some, text)));
      expect(STRICT[shell(some, one + joint + other)]).toBeGreaterThanOrEqual(STRICT[alone]);
    }),
  );
});

test('A459 quoting a word in another way does not change the verdict', () => {
  fc.assert(
    fc.property(noGlobs, command, how, how, (some, words, one, other) => {
      expect(shell(some, quoted(words, one))).toBe(shell(some, quoted(words, other)));
    }),
  );
});

test('A463 any value may be judged, and rules and call are not touched', () => {
  const name = fc.constantFrom(
    'execute_command',
    'write_to_file',
    'apply_diff',
    '__proto__',
    'constructor',
    'x',
  );
  const hostile = fc.string({
    unit: fc.constantFrom(...'\'"`$(){}<>|&;\\\n #*?[]=!~a./'.split('')),
    maxLength: 40,
  });
  const input = fc.oneof(
    fc.anything(),
    fc.record(
      { path: fc.anything(), args: fc.anything(), command: fc.oneof(fc.anything(), hostile) },
      { requiredKeys: [] },
    ),
  );
  fc.assert(
    fc.property(rules, name, input, (some, tool, value) => {
      const kept = JSON.stringify(some);
      const { verdict, reason }: PolicyDecision = decidePolicy(
        some,
        { name: tool, input: value },
        { protectedPaths: ['a*'] },
      );
      expect(Object.keys(STRICT)).toContain(verdict);
      expect(reason).not.toBe('');
      expect(JSON.stringify(some)).toBe(kept);
    }),
  );
});

test('A259 a deny about commands means every call of a tool that nobody described, and an allow none', () => {
  const rules = [all, rule('deny', 'execute_command', begins('rm'))];
  const [bare, known] = [{ tools: {} }, {}];
  expect([shell(rules, 'ls', known), shell(rules, 'rm a', known)]).toEqual(['allow', 'deny']);
  expect([shell(rules, 'ls', bare), shell(rules, 'rm a', bare)]).toEqual(['deny', 'deny']);
  expect(shell([rule('allow', 'execute_command', begins('ls'))], 'ls', bare)).toBe('ask');
  // A rule about commands for every tool says nothing of tools that run none.
  expect(decidePolicy([all, rule('deny', '*', begins('rm'))], { name: 'x', input: {} }).verdict).toBe(
    'allow',
  );
});
