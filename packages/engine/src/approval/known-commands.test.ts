import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../../../fixtures/command-lines.ts';
import { decidePolicy, describeRule, ruleFor } from '../../../../fixtures/known-targets.ts';
import { isLong } from '../../../../fixtures/long.ts';
import type { PolicyRule } from './policy-rule.ts';

const run = (command: string) => ({ name: 'execute_command', input: { command } });
const begins = (...words: string[]): PolicyRule => ({
  id: 'r',
  scope: 'chat',
  tool: 'execute_command',
  verdict: 'allow',
  pattern: { type: 'command', prefixes: [words] },
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'known-'));
  mkdirSync(join(folder, 'src'));
  for (const name of ['a', 'b', 'src/c.ts']) writeFileSync(join(folder, name), `x\n${name}\n`);
  writeFileSync(join(folder, 'git-x'), '#!/bin/sh\ntouch PWN\n');
  chmodSync(join(folder, 'git-x'), 0o755);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '-q');
  git('config', 'user.email', 'a@example.com');
  git('config', 'user.name', 'Ann');
  for (const text of ['one', 'two']) {
    writeFileSync(join(folder, 'a'), `${text} x\n`);
    git('add', '.');
    git('commit', '-qm', text);
  }
  writeFileSync(join(folder, 'a'), 'three x\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A harmless command, and a line that begins as it does and leaves a file PWN. */
const ATTACKS: readonly (readonly [string, string])[] = [
  ['git ls-remote', "git ls-remote --upload-pack='touch PWN;' ."],
  ['git diff', 'git diff --no-index --output=PWN a b'],
  ['git diff', 'git diff --output=PWN'],
  ['git diff', 'git diff --output PWN'],
  ['git log', 'git log -p --output=PWN'],
  ['git show', 'git show --output=PWN'],
  ['git', "git -c alias.x='!touch PWN' x"],
  ['git', "git -c core.fsmonitor='touch PWN; false' status"],
  ['git', "git -c diff.external='touch PWN' diff HEAD"],
  ['git', 'git --exec-path=. x'],
  ['git grep', "git grep -O'touch PWN' x"],
  ['git grep', "git grep --open-files-in-pager='touch PWN' x"],
  ['git fetch', "git fetch --upload-pack='touch PWN;' ."],
  ['git archive', 'git archive --output=PWN HEAD'],
  ['git bundle', 'git bundle create PWN HEAD'],
  ['git difftool', "git difftool -y -x 'touch PWN' HEAD"],
  ['git config', 'git config --file PWN a.b c'],
  ['awk', `awk 'BEGIN { system("touch PWN") }'`],
  ['awk', `awk 'BEGIN { print > "PWN" }'`],
  ['sed', "sed -n '1e touch PWN' a"],
  ['sed', "sed 'w PWN' a"],
  ['tar', "tar cf /dev/null a --checkpoint=1 --checkpoint-action=exec='touch PWN'"],
  ['tar', "tar --use-compress-program='touch PWN; cat' -cf /dev/null a"],
  ['split', "split --filter='touch PWN' a"],
  ['make', "make --eval='x:;touch PWN' x"],
  ['sort', 'sort -o PWN a'],
  ['sort', 'sort --output=PWN a'],
  ['sort', 'sort --outp=PWN a'],
  ['sort', 'sort -nroPWN a'],
  ['find', 'find . -maxdepth 0 -fprintf PWN x'],
  ['find', 'find . -maxdepth 0 -fprint PWN'],
  ['find', 'find . -maxdepth 0 -fls PWN'],
  ['find', "find . -maxdepth 0 -exec touch PWN ';'"],
  ['find', "find . -maxdepth 0 -execdir touch PWN ';'"],
  ['jobs', 'jobs -x touch PWN'],
  ['uniq', 'uniq a PWN'],
  ['zip', "zip z.zip a -T -TT 'touch PWN; true'"],
  ['curl', 'curl -s -o PWN file:///etc/hostname'],
  ['wget', 'wget -q -O PWN http://127.0.0.1:9/'],
  ['ssh', "ssh -o ProxyCommand='touch PWN' x"],
  ['perl', `perl -e 'open(F, ">PWN")'`],
  ['node', `node -e 'fs.writeFileSync("PWN", "")'`],
  ['tee', 'tee PWN'],
  ['cp', 'cp a PWN'],
  ['ln', 'ln -s a PWN'],
  ['install', 'install a PWN'],
  ['dd', 'dd if=a of=PWN status=none'],
  ['env', 'env touch PWN'],
  ['nice', 'nice touch PWN'],
  ['timeout', 'timeout 5 touch PWN'],
  ['xargs', 'xargs touch PWN'],
  ['echo', 'echo x > PWN'],
  ['ls', 'ls 2> PWN'],
  ['ls', 'PAGER=x ls > PWN'],
];

/** Others of the class, for programs that may not be here, or that would read what is outside. */
const OTHERS: readonly (readonly [string, string])[] = [
  ['npm', "npm exec -c 'touch PWN'"],
  ['npm test', 'npm test --prefix evil'],
  ['npm run build', 'npm run build --script-shell=./evil'],
  ['npm test', 'npm test -- --reporter=./evil.js'],
  ['node', 'node -r ./evil.js'],
  ['python3', "python3 -c 'import os'"],
  ['ruby', "ruby -e 'system 1'"],
  ['rsync', "rsync -e 'sh -c x' a b:c"],
  ['scp', 'scp -S ./evil a x:b'],
  ['man', 'man -P ./evil ls'],
  ['less', 'less a'],
  ['vi', "vi -c ':!x'"],
  ['ed', 'ed a'],
  ['rg', 'rg --pre ./evil x'],
  ['rg', 'rg -z x'],
  ['ag', 'ag --pager=./evil x'],
  ['tree', 'tree -o PWN'],
  ['date', 'date -s 2000-01-01'],
  ['hostname', 'hostname x'],
  ['curl', 'curl -K evil'],
  ['wget', 'wget --use-askpass=./evil x'],
  ['git branch', 'git branch new'],
  ['git branch', 'git branch -D main'],
  ['git tag', 'git tag v1'],
  ['git remote', 'git remote add x ext::evil'],
  ['git stash', 'git stash drop'],
  ['git rebase', "git rebase -x 'touch PWN' HEAD~1"],
  ['git stash list', 'git stash list -p --output=PWN'],
  ['git log', 'git log --ext-diff -p'],
  ['git diff', 'git diff --textconv'],
  ['git status', 'git status ../other'],
  ['cat', 'cat /etc/passwd'],
  ['cat', 'cat ../x'],
  ['head', 'head -n 5 ~/x'],
  ['wc', 'wc --files0-from=/etc/passwd'],
  ['du', 'du --files0-from=x'],
  ['grep', 'grep -f /etc/passwd a'],
  ['grep', 'grep x a /etc/passwd'],
  ['find', 'find / -name x'],
  ['find', 'find . -delete'],
  ['find', 'find . -name x -o -delete'],
  ['find', 'find -files0-from x'],
  ['sort', 'sort --compress-program=./evil a'],
  ['sort', 'sort -T /x a'],
  ['sort', 'sort --files0-from=x'],
  ['ls', 'ls ./*'],
  ['cat', 'cat src/*'],
  ['ls', './ls a'],
  ['git status', './git status -s'],
  ['git stash', "git 'stash list'"],
  ['git', "git 'status' 'ls-remote' '--upload-pack=x'"],
];

/** Every rule that a person could have made for the harmless command. */
function rulesFor(harmless: string): readonly PolicyRule[] {
  const words = harmless.split(' ');
  const offered = ruleFor(run(harmless), 'targets').rule;
  return [begins(...words), begins(words[0] ?? ''), ...(offered === undefined ? [] : [offered])];
}

function isAsked(harmless: string, attack: string): void {
  for (const rule of rulesFor(harmless))
    expect([describeRule(rule), decidePolicy([rule], run(attack)).verdict]).toEqual([
      describeRule(rule),
      'ask',
    ]);
}

test.each(ATTACKS)('A154 a rule for %s does not allow what it could run or write: %s', (harmless, attack) => {
  isAsked(harmless, attack);
  // The programs of others are run in the long form; here each fifth.
  if (!isLong && ATTACKS.findIndex(([, each]) => each === attack) % 5 !== 0) return;
  const program = attack.split(' ')[0] ?? '';
  const isHere = spawnSync('/bin/bash', ['-c', 'type -- "$1"', 'bash', program]).status === 0;
  if (!isHere) return;
  // It is a real one: a shell that nobody holds back leaves the file.
  spawnSync('/bin/bash', ['-c', attack], { cwd: folder, timeout: 10_000, stdio: 'ignore' });
  const left = readdirSync(folder).includes('PWN');
  rmSync(join(folder, 'PWN'), { force: true });
  expect(left).toBe(true);
});

test.each(OTHERS)(
  'A154 a rule for %s does not allow what it could run, write or read: %s',
  (harmless, attack) => {
    isAsked(harmless, attack);
  },
);

test.each([
  ['git status', 'git status -sb src'],
  ['git', 'git log --oneline -n 5 -- src/c.ts'],
  ['git log', 'git log -5 --author=Ann --since=yesterday'],
  ['git diff', "git diff --cached 'HEAD^' a"],
  ['ls', 'ls -la src'],
  ['grep', "grep -rn --include='*.ts' '$(x) `y`' src"],
  ['find', "find src -type f -name '*.ts' -maxdepth 3"],
  ['cat', 'cat src/c.ts | wc -l'],
  ['tail', 'tail -n 20 a'],
  ['echo', 'echo -n anything "at all"'],
])('A154 under a prefix words are allowed that are known to change nothing: %s, %s', (prefix, line) => {
  const rules = [begins(...prefix.split(' ')), begins('wc')];
  expect(decidePolicy(rules, run(line)).verdict).toBe('allow');
});

const NAMES = [
  'git status',
  'git diff',
  'git log',
  'git show',
  'git grep',
  'git branch',
  'git ls-files',
  'sort',
  'uniq',
  'find',
  'cut',
  'tr',
  'ls',
  'cat',
  'head',
  'diff',
  'grep',
  'tree',
];
const WORDS = [
  ...[
    '-o',
    '-O',
    '-c',
    '-x',
    '-e',
    '-f',
    '-i',
    '-n',
    '-l',
    '-s',
    '-d',
    '-u',
    '-p',
    '-w',
    '-r',
    '-5',
    '-n',
    '5',
    '-oPWN',
    '-nroPWN',
  ],
  ...[
    '--output=PWN',
    '--output',
    'PWN',
    '--outp=PWN',
    '--no-index',
    '--ext-diff',
    '--textconv',
    '--stat',
    '--oneline',
    '--',
    '-',
  ],
  ...[
    '-fprintf',
    '-fprint',
    '-exec',
    '-delete',
    '-name',
    '-type',
    '-maxdepth',
    '--include=x',
    '--author=x',
    '-D',
    '-m',
    '--all',
  ],
  ...[
    'a',
    'b',
    'src',
    'src/c.ts',
    'HEAD',
    'new',
    'x',
    "'touch PWN'",
    '-O"touch PWN"',
    '--open-files-in-pager="touch PWN"',
  ],
  ...[
    '--upload-pack=x',
    '-T',
    '--compress-program=x',
    '--files0-from=a',
    '--color',
    '--cached',
    '--graph',
    '-A',
    '-B1',
    '-U3',
    '-g',
  ],
];

/** Every program with every word before a file; more words by chance where somebody fuzzes. */
function* linesOf(names: readonly string[]): Generator<string> {
  for (const name of names) for (const word of WORDS) yield `${name} ${word} PWN`;
  const random = seededRandom(Number(process.env['FUZZ_SEED'] ?? 18));
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  for (let left = Number(process.env['FUZZ_LINES'] ?? 100); left > 0; left--)
    yield [pick(names), ...Array.from({ length: Math.floor(random() * 5) }, () => pick(WORDS))].join(' ');
}

test('A154 whatever words a prefix allows, real programs write nothing with them', () => {
  const rules = NAMES.map((name) => begins(...name.split(' ')));
  const lines = new Set(
    [...linesOf(NAMES)].filter((line) => decidePolicy(rules, run(line)).verdict === 'allow'),
  );
  expect(lines.size).toBeGreaterThan(NAMES.length);
  const before = readdirSync(folder).sort();
  // They are plain, so that one shell may read them all.
  const script = 'for line do eval "$line" < /dev/null > /dev/null 2>&1; done';
  const { status } = spawnSync('/bin/dash', ['-c', `${script}; exit 0`, 'dash', ...lines], {
    cwd: folder,
    stdio: 'ignore',
  });
  expect(status).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(before);
  const branches = execFileSync('git', ['branch', '--format=%(refname)'], { cwd: folder, encoding: 'utf8' });
  expect(branches.trim().split('\n')).toHaveLength(1);
  expect(existsSync(join(folder, 'PWN'))).toBe(false);
});

test('A154 a rule says in plain words what else it allows', () => {
  expect(describeRule(begins('git', 'tag'))).toBe(
    "Allow execute_command for `git tag` (also with -l, --list) in the workspace's folder, in this chat.",
  );
  expect(describeRule(begins('npm', 'test'))).toBe(
    "Allow execute_command for `npm test` (with no other words) in the workspace's folder, in this chat.",
  );
  expect(describeRule(begins('cat'))).toBe(
    "Allow execute_command for `cat` (also with -n, -b, -s, -A, -E, -T and paths in the workspace) in the workspace's folder, in this chat.",
  );
  expect(describeRule(begins())).toMatch(
    /^Allow execute_command for no command \(and what only reads of `git status`, /,
  );
  expect(describeRule(begins('git'))).toMatch(
    /^Allow execute_command for `git` \(and what only reads of `git status`, /,
  );
});
