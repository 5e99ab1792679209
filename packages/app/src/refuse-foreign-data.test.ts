import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { refuseForeignData } from './refuse-foreign-data.ts';

/** A clone whose data folder has these files, of which some came with it. */
function clone(brought: readonly string[], made: readonly string[] = []): string {
  const root = mkdtempSync(join(tmpdir(), 'millrace-clone-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const data = join(root, '.millrace');
  mkdirSync(join(data, 'rules'), { recursive: true });
  execFileSync('git', ['init', '-q'], { cwd: root });
  for (const file of [...brought, ...made]) writeFileSync(join(data, file), '{}');
  if (brought.length > 0) execFileSync('git', ['add', '-f', ...brought], { cwd: data });
  return data;
}

test.each(['data.key', 'millrace.sqlite', 'mcp.json', 'provider-keys.json'])(
  'A237 a data folder whose %s came with a repository is refused, with the fix',
  (file) => {
    expect(() => refuseForeignData(clone([file]))).toThrow(
      new RegExp(`^${file} in .* is part of a git repository.*Set MILLRACE_DATA`),
    );
  },
);

test('A237 one that was made here is taken, also with rules that came along, and where nothing is yet', () => {
  refuseForeignData(clone(['rules/tests.md'], ['data.key', 'mcp.json']));
  refuseForeignData(clone([], ['data.key']));
  refuseForeignData(join(tmpdir(), 'millrace-nowhere'));
});
