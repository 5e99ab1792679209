import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROMISE } from '../packages/app/src/promise.ts';
import { vaultWords } from '../packages/app/web/base/vault-words.ts';
import { root } from './support/project-files.ts';

test('W100 doctor says what the page promises, word for word', () => {
  const { home, devices } = vaultWords.vault.promise;
  expect(PROMISE).toEqual({ home, devices });
});

test.each(['README.md', 'SECURITY.md', 'docs/privacy.md'])(
  'W100 %s promises what the page promises, word for word',
  (file) => {
    const text = readFileSync(join(root, file), 'utf8').replace(/\s+/g, ' ');
    const { home, devices } = vaultWords.vault.promise;
    expect(text).toContain(home);
    expect(text).toContain(devices);
  },
);
