import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './support/project-files.ts';

test('T71 docs/tools.md tells every built-in tool as it is defined', () => {
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/tools-doc.mjs'), '--print'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout.match(/^\| `\w+` \|/gm)?.length).toBeGreaterThan(20);
  expect(readFileSync(join(root, 'docs/tools.md'), 'utf8'), 'It is out of date. Run: npm run docs').toBe(
    stdout,
  );
});
