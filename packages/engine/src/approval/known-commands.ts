import { namesInRoot } from './paths.ts';
import type { ShellWord } from './shell-program.ts';

/** The words that a command may have without running or changing anything else. Whatever is not named here is not known. */
interface KnownCommand {
  /** Options of one letter, which may stand together: `-la`. */
  readonly letters?: string;
  /** Whole options. */
  readonly options?: readonly string[];
  /** Options with a number: `-n 5`, `-n5`, `--lines=5`; `-5` is written `-#`. */
  readonly numbers?: readonly string[];
  /** Options with any text: `-name x`, `--author=x`. */
  readonly texts?: readonly string[];
  /** The other words that may follow. */
  readonly rest: 'nothing' | 'paths' | 'a text and paths' | 'texts' | 'anything';
}

const list = (text: string): readonly string[] => text.split(' ');

const COMMITS = {
  letters: 'pw',
  options: list(
    '--stat --shortstat --numstat --summary --name-only --name-status --oneline --graph --decorate --all --reverse --merges ' +
      '--no-merges --first-parent --follow --abbrev-commit --patch --no-patch --no-color --word-diff --raw',
  ),
  numbers: list('-n --max-count --skip -U --unified -#'),
  texts: list('--author --since --until --after --before --grep'),
  rest: 'paths',
} as const;
const GREP = {
  letters: 'rnilLcvwxEFHhosq',
  numbers: list('-A -B -C -m'),
  texts: list('--include --exclude --exclude-dir'),
  rest: 'a text and paths',
} as const;

/**
 * Programs that only read, with the options of which that is sure. Left out on purpose are options that run a program
 * (`git grep -O`, `rg --pre`, `sort --compress-program`), write a file (`sort -o`, `git diff --output`, `tree -o`, the second
 * file of `uniq`), or take files from a list, and every program that can do such things without an option.
 */
const KNOWN: ReadonlyMap<string, KnownCommand> = new Map<string, KnownCommand>([
  [
    'git status',
    {
      letters: 'sbuv',
      options: list('--short --branch --porcelain --long --ignored --verbose'),
      rest: 'paths',
    },
  ],
  ['git diff', { ...COMMITS, options: [...COMMITS.options, '--cached', '--staged', '--check'] }],
  ['git log', COMMITS],
  ['git show', COMMITS],
  ['git blame', { letters: 'lswe', rest: 'paths' }],
  [
    'git branch',
    { letters: 'avr', options: list('--all --remotes --verbose --list --show-current'), rest: 'nothing' },
  ],
  ['git remote', { letters: 'v', options: ['--verbose'], rest: 'nothing' }],
  ['git tag', { letters: 'l', options: ['--list'], rest: 'nothing' }],
  ['git stash list', { rest: 'nothing' }],
  [
    'git ls-files',
    {
      letters: 'cdmos',
      options: list('--cached --deleted --modified --others --stage --exclude-standard'),
      rest: 'paths',
    },
  ],
  [
    'git rev-parse',
    { options: list('--show-toplevel --abbrev-ref --short --verify --is-inside-work-tree'), rest: 'paths' },
  ],
  ['git describe', { options: list('--tags --always --all --long --dirty'), rest: 'nothing' }],
  ['git shortlog', { letters: 'sne', rest: 'nothing' }],
  ['git grep', { letters: 'nilLcvwEFh', rest: 'a text and paths' }],
  [
    'ls',
    {
      letters: '1aAlhrtSRdFpis',
      options: list('--all --almost-all --human-readable --recursive --reverse --directory'),
      rest: 'paths',
    },
  ],
  ['cat', { letters: 'nbsAET', rest: 'paths' }],
  ['head', { letters: 'qv', numbers: list('-n -c --lines --bytes -#'), rest: 'paths' }],
  ['tail', { letters: 'qv', numbers: list('-n -c --lines --bytes -#'), rest: 'paths' }],
  ['wc', { letters: 'lwcmL', options: list('--lines --words --bytes --chars'), rest: 'paths' }],
  ['nl', { rest: 'paths' }],
  ['stat', { rest: 'paths' }],
  ['du', { letters: 'shack', numbers: list('-d --max-depth'), rest: 'paths' }],
  ['tree', { letters: 'adf', numbers: ['-L'], rest: 'paths' }],
  ['diff', { letters: 'urqNwbBi', options: list('--unified --recursive --brief'), rest: 'paths' }],
  ['cmp', { letters: 'sl', rest: 'paths' }],
  ['grep', GREP],
  ['egrep', GREP],
  ['fgrep', GREP],
  [
    'rg',
    { letters: 'nilcwvFSsx', numbers: list('-A -B -C -m'), texts: list('-g -t'), rest: 'a text and paths' },
  ],
  [
    'find',
    {
      numbers: list('-maxdepth -mindepth'),
      texts: list('-name -iname -path -ipath -type'),
      options: list('-print -not -empty'),
      rest: 'paths',
    },
  ],
  ['sort', { letters: 'nrufhV', rest: 'paths' }],
  ['uniq', { letters: 'cdiu', rest: 'nothing' }],
  ['cut', { texts: list('-d -f -c'), rest: 'paths' }],
  ['tr', { letters: 'dsc', rest: 'texts' }],
  ['basename', { rest: 'texts' }],
  ['dirname', { rest: 'texts' }],
  ['which', { letters: 'a', rest: 'texts' }],
  ['pwd', { rest: 'nothing' }],
  ['uname', { letters: 'asrvmno', rest: 'nothing' }],
  ['whoami', { rest: 'nothing' }],
  ['true', { rest: 'nothing' }],
  ['false', { rest: 'nothing' }],
  ['echo', { rest: 'anything' }],
]);

// The most words that a name in the table has.
const LONGEST_NAME = 3;

/** Tells whether a command is one that only reads, in the workspace, with words that are all known. Pure. Linear. */
export function isKnownCommand(words: readonly ShellWord[], root: string | undefined): boolean {
  if (words.some(({ glob, known }) => glob || !known)) return false;
  const texts = words.map(({ text }) => text);
  for (let length = Math.min(LONGEST_NAME, texts.length); length > 0; length--) {
    const name = texts.slice(0, length);
    // One word with a space in it is not two words.
    const known = name.some((text) => text.includes(' ')) ? undefined : KNOWN.get(name.join(' '));
    if (known !== undefined) return fits(known, texts.slice(length), root);
  }
  return false;
}

function fits(known: KnownCommand, words: readonly string[], root: string | undefined): boolean {
  if (known.rest === 'anything') return true;
  let isOptions = true;
  let free = known.rest === 'texts' ? Number.POSITIVE_INFINITY : known.rest === 'a text and paths' ? 1 : 0;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (isOptions && word === '--' && known.rest !== 'nothing') isOptions = false;
    else if (isOptions && word.startsWith('-')) {
      const taken = optionLength(known, word, words[i + 1]);
      if (taken === 0) return false;
      i += taken - 1;
    } else if (free > 0) free--;
    else if (known.rest === 'nothing' || namesInRoot(word, root) === undefined) return false;
  }
  return true;
}

const NUMBER = /^\d{1,9}$/;

/** How many words a known option takes; 0 for one that is not known. */
function optionLength(known: KnownCommand, word: string, next: string | undefined): 0 | 1 | 2 {
  const { letters = '', options = [], numbers = [], texts = [] } = known;
  if (options.includes(word)) return 1;
  const equals = word.indexOf('=');
  if (word.startsWith('--')) {
    if (equals < 0) return 0;
    const [name, value] = [word.slice(0, equals), word.slice(equals + 1)];
    return texts.includes(name) || (numbers.includes(name) && NUMBER.test(value)) ? 1 : 0;
  }
  if (numbers.includes(word)) return next !== undefined && NUMBER.test(next) ? 2 : 0;
  if (texts.includes(word)) return next === undefined ? 0 : 2;
  const [, letter = '', digits = ''] = /^-([A-Za-z]?)(\d{1,9})$/.exec(word) ?? [];
  if (digits !== '') return numbers.includes(letter === '' ? '-#' : `-${letter}`) ? 1 : 0;
  return /^-[A-Za-z0-9]+$/.test(word) && [...word.slice(1)].every((each) => letters.includes(each)) ? 1 : 0;
}

const REST: Readonly<Record<KnownCommand['rest'], string | undefined>> = {
  nothing: undefined,
  paths: 'paths in the workspace',
  'a text and paths': 'a text to look for and paths in the workspace',
  texts: 'any texts',
  anything: 'anything behind it',
};

/** The words that an allow for these first words also covers: only those known to change nothing. Pure. */
export function wordsBeyond(prefix: readonly string[]): string {
  const name = prefix.join(' ');
  const known = KNOWN.get(name);
  if (known !== undefined) return `also with ${inWords(known)}`;
  const longer = [...KNOWN.keys()].filter((each) => prefix.length === 0 || each.startsWith(`${name} `));
  const base = [...KNOWN].find(([each]) => name.startsWith(`${each} `))?.[1];
  if (base !== undefined) return `also with ${inWords(base)}`;
  return longer.length === 0
    ? 'with no other words'
    : `and what only reads of ${longer.map((each) => `\`${each}\``).join(', ')}`;
}

function inWords({ letters = '', options = [], numbers = [], texts = [], rest }: KnownCommand): string {
  const short = [...letters].map((letter) => `-${letter}`);
  const valued = [...numbers, ...texts].map((option) => (option === '-#' ? '-5' : `${option} …`));
  const all = [...short, ...options, ...valued];
  const what = [
    ...(all.length > 0 ? [all.join(', ')] : []),
    ...(REST[rest] === undefined ? [] : [REST[rest]]),
  ];
  return what.length === 0 ? 'no other words' : what.join(' and ');
}
