import { oneLine } from '../one-line.ts';
import type { Checked, Finding } from './check.ts';

const MARKS: Readonly<Record<Finding['status'], { readonly word: string; readonly colour: number }>> = {
  ok: { word: 'ok', colour: 32 },
  warning: { word: 'warning', colour: 33 },
  failed: { word: 'FAILED', colour: 31 },
  skipped: { word: 'skipped', colour: 90 },
};

/** One line for each check, with its fix, and a line that counts them. Pure. */
export function printChecks(checks: readonly Checked[], colour: boolean): string {
  const width = Math.max(...checks.map(({ id }) => id.length));
  const lines = checks.map(({ id, status, message, fix }) => {
    const { word, colour: code } = MARKS[status];
    const mark = colour ? `\u001b[${code}m${word}\u001b[0m` : word;
    const space = ' '.repeat(WORD - word.length);
    return `${mark}${space} ${id.padEnd(width)}  ${oneLine(fix ? `${message} ${fix}` : message)}`;
  });
  const count = (status: Finding['status']): number =>
    checks.filter((check) => check.status === status).length;
  const counts = `${checks.length} checks: ${count('failed')} failed, ${count('warning')} with a warning, ${count('skipped')} skipped.`;
  return [...lines, '', counts].join('\n');
}

const WORD = 'warning'.length;
