import { expect, test } from 'vitest';
import { countLooks, type Patch } from '../../../../fixtures/count-looks.ts';
import { decidePolicy, ruleFor } from '../../../../fixtures/known-targets.ts';
import type { PolicyRule } from './policy-rule.ts';

/** Counts characters and words, by every way in which the policy looks at them. */
function watch(patch: Patch): void {
  const length = (value: unknown): number => String(value).length;
  const found = (result: unknown, text: unknown, from: number): number =>
    (Number(result) < 0 ? length(text) : Number(result) + 1) - from;
  patch(String.prototype, 'charAt', 1);
  patch(String.prototype, 'slice', length);
  patch(String.prototype, 'split', (_result, text) => length(text));
  patch(String.prototype, 'includes', (_result, text) => length(text));
  patch(String.prototype, 'normalize', (_result, text) => length(text));
  patch(String.prototype, 'replace', (_result, text) => length(text));
  patch(String.prototype, 'replaceAll', (_result, text) => length(text));
  patch(String.prototype, 'toLowerCase', (_result, text) => length(text));
  patch(String.prototype, 'indexOf', (result, text, [, from = 0]) => found(result, text, Number(from)));
  patch(RegExp.prototype, 'exec', (result, regex, [text], from) => {
    const match = result as RegExpExecArray | null;
    if (match !== null) return match.index + match[0].length - from + 1;
    // A sticky one that does not match has looked no further.
    return regex instanceof RegExp && regex.sticky ? 1 : length(text) - from;
  });
  patch(RegExp.prototype, 'test', (_result, _regex, [text]) => length(text));
  patch(Array.prototype, 'push', (_result, _list, items) => items.length);
  patch(Array.prototype, 'slice', (result) => (result as unknown[]).length);
}

const RULES: readonly PolicyRule[] = [
  { id: 'a', scope: 'user', tool: '*', verdict: 'allow' },
  {
    id: 'b',
    scope: 'chat',
    tool: '*',
    verdict: 'deny',
    pattern: { type: 'command', prefixes: [['a', 'x*y', 'b'], ['rm']] },
  },
  {
    id: 'c',
    scope: 'user',
    tool: '*',
    verdict: 'ask',
    pattern: { type: 'glob', argument: 'path', glob: '**/a*a*b/**/c*' },
  },
];
const OPTIONS = { protectedPaths: ['/srv/data', 'AGENTS.md', 'a*a*b/*.mdc'], root: '/w' };

const fill = (unit: string) => (size: number) => unit.repeat(Math.ceil(size / unit.length));
const behind = (start: string, unit: string) => (size: number) => start + fill(unit)(size);

// Texts that made, or could make, a reader look twice.
const TEXTS: Readonly<Record<string, (size: number) => string>> = {
  words: fill('ls a '),
  commands: fill('a && b | c; '),
  'one word': fill('a'),
  parentheses: fill('('),
  'closing parentheses': fill(')'),
  substitutions: fill('$('),
  'quoted substitutions': fill('"$('),
  backticks: fill('`'),
  'quoted backticks': fill('"`'),
  braces: fill('{a,'),
  variables: fill(`\${a:-`),
  arithmetic: fill('$(('),
  'here-documents': fill('<<a '),
  'here-documents and lines': fill('<<a\n'),
  'an open here-document': behind('cat <<E\n', 'F\n'),
  'texts for several commands': fill('cat <<a | b | c | d | e | f | g | h $x\n'),
  'texts for shells': fill('bash <<a | sh | zsh $x\n'),
  'quoted substitutions in arithmetic': behind('((', "'$(a `b`)' "),
  'plain words': behind('ls ', 'a \'b c\' "d" \\e '),
  'plain lines': fill('ls a > b\n'),
  'single quotes': fill("'"),
  'double quotes': fill('"'),
  backslashes: fill('\\'),
  'C texts': fill("$'\\'"),
  'broken lines': fill('\\\n'),
  comments: fill('#a\n'),
  redirections: fill('a>b '),
  globs: behind('ls ', '*a['),
  stars: behind('ls ', 'a*'),
  slashes: behind('ls ', '/'),
  dots: behind('ls ', '. .'),
  'parents and names': behind('ls ', 'a/../'),
  'protected names': behind('ls ', '.git/'),
  colons: behind('ls ', 'a:'),
  runners: behind('sudo ', 'sudo '),
  texts: behind('bash -c ', '"a b" '),
  'texts in texts': (size) => `bash -c '${fill('bash -c "a b" ')(size)}'`,
  'find runs': behind('find ', '-exec a '),
  options: behind('ls ', '-a.git '),
  'wide characters': behind('ls ', 'ﷺ／é'),
  unseen: fill('\u200b'),
};

test.each(Object.entries(TEXTS))('A463 the work grows as the input does: %s', (_, make) => {
  for (const argument of ['command', 'path'] as const) {
    const name = argument === 'command' ? 'execute_command' : 'write_to_file';
    const judge = (size: number): void => {
      const call = { name, input: { [argument]: make(size) } };
      decidePolicy(RULES, call, OPTIONS);
      ruleFor(call, 'targets', OPTIONS);
    };
    const [small, large] = [2_000, 4_000].map((size) => countLooks(watch, () => judge(size)));
    expect(small).toBeGreaterThan(0);
    expect({ argument, ratio: Number(large) / Number(small) }).toMatchObject({
      ratio: expect.toSatisfy((ratio) => ratio < 2.4),
    });
  }
  const long = { name: 'execute_command', input: { command: make(100_000) } };
  expect(() => decidePolicy(RULES, long, OPTIONS)).not.toThrow();
});
