import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandParts } from './command-parts.ts';
import { readShell } from './read-shell.ts';

const wordsOf = (text: string): string[][] =>
  readShell(text).commands.map(({ words }) => words.map((word) => word.text));
const isPlain = (text: string): boolean => commandParts(text).hidden === undefined;

test.each<[string, string[][]]>([
  ['a && b | c; d & e || f', [['a'], ['b'], ['c'], ['d'], ['e'], ['f']]],
  ['a\nb\n\n  c  ', [['a'], ['b'], ['c']]],
  ['a |& b', [['a'], ['b']]],
  ['(a; b) && c', [['a'], ['b'], ['c']]],
  ['a &&\n b', [['a'], ['b']]],
  [`echo "x;y" 'p|q' a\\;b`, [['echo', 'x;y', 'p|q', 'a;b']]],
  [`echo 'a'"b"\\c''`, [['echo', 'abc']]],
  ['echo "" \'\'', [['echo', '', '']]],
  ['echo "a\\"b\\\\c\\d\\$e"', [['echo', 'a"b\\c\\d$e']]],
  ['ls # rm x\nrm y', [['ls'], ['rm', 'y']]],
  ['ls a#b', [['ls', 'a#b']]],
  ['r\\\nm x', [['rm', 'x']]],
  ['"ls" > out 2>&1 < in', [['ls']]],
  ['echo cost$ "5$"', [['echo', 'cost$', '5$']]],
])('A51 a command line is read as its shell reads it: %s', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
  expect(readShell(text).hidden).toBeUndefined();
});

test('A51 redirections tell what they read and write; other numbers and the like are no files', () => {
  const [command] = readShell('a > x 2>>y >|w 3<>v < u 2>&1 >&-').commands;
  expect(command?.words.map(({ text }) => text)).toEqual(['a']);
  expect(command?.writes.map(({ text }) => text)).toEqual(['x', 'y', 'w', 'v']);
  expect(command?.reads.map(({ text }) => text)).toEqual(['u']);
  expect(readShell('(a) > x').commands.at(-1)?.writes).toHaveLength(1);
});

test.each([
  ...[
    'echo $(rm x)',
    'echo "$(rm x)"',
    'echo `rm x`',
    'echo "`rm x`"',
    'cat <(rm x)',
    'tee >(rm x)',
    'cat =(rm x)',
  ],
  ...[
    'echo $x',
    `echo "\${x}"`,
    `echo \${x@P}`,
    `echo \${!x}`,
    'echo $((1+2))',
    'echo $[1]',
    "echo $'a'",
    'echo $"a"',
  ],
  ...['cat <<E\n$(rm x)\nE', "cat <<'E'\nx\nE", 'cat <<< "$(rm x)"', 'cat <<< x', 'cat <<-E\n\tE'],
  ...[
    'echo {a,b}',
    '{ a; }',
    'f() { a; }',
    'if a; then b; fi',
    '[[ a ]]',
    '! a',
    'time a',
    'coproc a',
    'a=(b)',
  ],
  ...[
    'X=1 a',
    'X=1',
    'X+=1 a',
    'PATH=. ls',
    '=ls',
    'l? a',
    '$x a',
    'case x in a) b;; esac',
    'a ;; b',
    'a;&b',
    'a &! b',
  ],
  ...[
    'eval a',
    '\\eval a',
    '/usr/bin/env X=1 a',
    'sudo a',
    'xargs a',
    'bash -c "a"',
    'sh a',
    'SH a',
    '. a',
    'exec a',
  ],
  ...[
    'find . -exec a {} +',
    'export A=b',
    'alias ls=rm',
    'trap a EXIT',
    "test -v 'x[$(rm y)]'",
    "[ -v 'x[`a`]' ]",
  ],
  ...[
    "ls 'a",
    'ls "a',
    'ls (',
    'ls )',
    '(ls',
    'ls `',
    'ls \\',
    'ls &&',
    '| ls',
    'ls >',
    'ls > > x',
    '(a) b',
    'a(b)',
  ],
  ...[
    'a\rb',
    'a\u00a0b',
    'a\u202eb',
    'a\u200bb',
    'a\0b',
    'a\u2028b',
    'a\ud800b',
    'a &>b c',
    'a >&b',
    'a <&b',
    "a >&'$(b)'",
    'a >! b',
    'a >>| b',
    'a 12>b',
  ],
  ...['', ' ', '# a', '\n', 'a $\\\n(b)', 'a >\\\n(b)', '*', "echo *(e:'rm x':)", '&'],
])('A52 what may run something unseen is hidden: %j', (text) => {
  expect(isPlain(text)).toBe(false);
});

test.each([
  ['echo $(rm x)', 'rm x'],
  ['echo "a `rm x` b"', 'rm x'],
  ['diff <(rm x) y', 'rm x'],
  [`echo \${a:-$(b; rm x)}`, 'rm x'],
  ['bash -c "a && rm x"', 'rm x'],
  ['eval \'sh -c "rm x"\'', 'rm x'],
  ['sudo -u root rm x', 'rm x'],
  ['X=1 rm x', 'rm x'],
  ['if a; then rm x; fi', 'rm x'],
  ['cat <<E\nb\nE\nrm x', 'rm x'],
  ['f() { rm x; }', 'rm x'],
])('A52 what a hidden command runs is found as far as it is written: %j', (text, found) => {
  const all = commandParts(text).commands.map(({ words }) => words.map((word) => word.text).join(' '));
  expect(all).toContain(found);
});

const PIECES = [
  ...`a|2| |  |;|&|&&|(|)|<|>|>>|2>|>&|&>|{|}|=|!|^|%|-|:|#|$|\`|'|'|"|"|\\"|\\'|\\|é|p |p |p |; p`.split(
    '|',
  ),
  ...['|', '||', '\t', '\n', '\\\n'],
];

// The shell runs with no programs at all: only `p`, which writes down what it is given.
const RECORD = 'p() { printf "%s\\0" p "$@" "$END" >> "$LOG"; }\neval "$1"\nwait';

test('A51 the real shell runs and writes nothing that was not read in a plain command line', () => {
  const home = mkdtempSync(join(tmpdir(), 'shell-'));
  try {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), (pieces) => {
        const text = `p ${pieces.join('')}`;
        const { commands, hidden } = readShell(text);
        fc.pre(hidden === undefined);
        // What is left in the background by one must not write into the log of the next.
        const folder = mkdtempSync(join(home, 'in-'));
        const log = `${folder}.log`;
        writeFileSync(log, '');
        spawnSync('/bin/sh', ['-c', RECORD, 'sh', text], {
          cwd: folder,
          env: { PATH: '', LOG: log, END: '\u0001' },
          timeout: 5000,
        });
        const ran = readFileSync(log, 'utf8').split('\u0001\0').slice(0, -1);
        const read = commands.map(({ words }) => words.map((word) => `${word.text}\0`).join(''));
        expect(ran.filter((each) => !read.includes(each))).toEqual([]);
        const writes = commands.flatMap((command) => command.writes.map((word) => word.text));
        expect(readdirSync(folder).filter((file) => !writes.includes(file))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  } finally {
    rmSync(home, { recursive: true });
  }
});
