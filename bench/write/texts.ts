const PROSE = [
  '## What I have tried in week %',
  '',
  'The import of **customers** stops at row `41 %` and says nothing. I have read [the notes](https://example.org/notes)',
  'and started it twice, once with the _old_ file and once with the new one, which has a column more. Both times it',
  'went well until the first name with a comma in it.',
  '',
  '- The file is 2 MB, saved by a spreadsheet.',
  '- The log has one line, and that line is empty.',
  '',
] as const;

const CODE = [
  'export function churn%(lost: number, start: number): number {',
  "  // Nobody leaves an empty house: 'start' may be 0.",
  '  if (start === 0) return 0;',
  '  return lost / start;',
  '}',
  '',
] as const;

const lines = (count: number, of: readonly string[]): string =>
  Array.from({ length: count }, (_, i) => of[i % of.length]?.replaceAll('%', String(i))).join('\n');

/** A line, and then a closed fence of code, so often. Each fence is a preview of its own. */
const fences = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `Part ${i}\n\n\`\`\`ts:src/part-${i}.ts\n${lines(6, CODE)}\n\`\`\`\n`,
  ).join('\n');

/** What is in the field before the keys: the same for all fields. */
export const TEXTS: Readonly<Record<string, string>> = {
  '10 lines': lines(10, PROSE),
  '2,000 lines': lines(2000, PROSE),
  '20,000 lines': lines(20_000, PROSE),
  '20,000 lines of code, fence open': `\`\`\`ts\n${lines(20_000, CODE)}`,
  '400 closed fences': fences(400),
};
