import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck/lib/browser.js';
import { expect, test } from 'vitest';
import { type SourceRegex, sourceRegexes } from '../fixtures/hostile/source-regexes.ts';
import { isLong } from '../fixtures/long.ts';
import { projectFiles, root } from './support/project-files.ts';

// The files that read only short or trusted text, with the reason.
const BOUNDED: Readonly<Record<string, string>> = {
  'packages/app/web/settings/split-command.ts': 'the command line that the person types into the settings',
  'packages/react/src/timeline/step/step-words.ts':
    'the first 48 characters of a title, and the name of a tool',
  'packages/react/src/words/name-as-words.ts': 'the name of a tool, of at most 64 characters',
  'packages/server/src/models/demo/csv-table.ts': 'the sample table of the demo',
  'packages/server/src/models/adapter/provider.ts': 'an address of the configuration',
  'packages/server/src/store/postgres/placeholders.ts': 'our own SQL',
  'packages/server/src/tools/web/decode-page.ts':
    'the first kilobytes of a page, and no more than 200 characters of a tag',
  'packages/server/src/tools/task/redact-secrets.ts':
    'names of at most 60 characters; the hostile texts count its work',
};

// Checked before, by the program and not by hand: a check takes up to seconds. `MILLRACE_LONG=1` checks all of them again.
const KNOWN: ReadonlySet<string> = new Set(
  JSON.parse(readFileSync(join(root, 'fixtures/hostile/linear-regexes.json'), 'utf8')),
);

const regexes = projectFiles('packages')
  .filter((file) => /^packages\/\w+\/(src|web)\/.*\.tsx?$/.test(file) && !/\.test\.|-contract\./.test(file))
  .flatMap((file) => sourceRegexes(root, file));

const nameOf = ({ pattern, flags }: SourceRegex): string => `/${pattern}/${flags}`;

/** Why an expression may go back more often than its text is long; undefined when it can't, as far as can be found. */
function problemOf({ place, pattern, flags }: SourceRegex): string | undefined {
  const proof = checkSync(pattern, flags, { checker: 'automaton', timeout: 10_000 });
  if (proof.status === 'safe') return undefined;
  const found =
    proof.status === 'vulnerable' ? proof : checkSync(pattern, flags, { checker: 'fuzz', timeout: 10_000 });
  if (found.status !== 'vulnerable') return undefined;
  return `${place} ${found.complexity.summary}: ${found.attack.pattern}`;
}

test('X52 no regular expression goes back more often than its text is long', () => {
  expect(regexes.length).toBeGreaterThan(300);
  const unknown = regexes.filter((each) => isLong || !KNOWN.has(nameOf(each)));
  const problems = unknown.filter(({ place }) => !(place.replace(/:\d+$/, '') in BOUNDED)).map(problemOf);
  expect(problems.filter((each) => each !== undefined)).toEqual([]);
}, 1_200_000);

test('X52 the check finds an expression that goes back', () => {
  expect(problemOf({ place: 'a.ts:1', pattern: '\\s+$', flags: '' })).toMatch('2nd degree');
});
