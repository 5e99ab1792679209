import { expect, test } from 'vitest';
import { destroys } from './destroys.ts';

test.each([
  'rm -rf dist && npm run build',
  'npm test; sudo rm x',
  'find . -name "*.log" -delete',
  'git reset --hard HEAD~1',
  'git push --force-with-lease',
  'echo x | xargs rm',
  'bash -c "rm -r /tmp/x"',
  '/bin/rm x',
  'mkfs.ext4 /dev/sda',
])('T31 a command that destroys is known: %s', (command) => {
  expect(destroys(command)).toBe(true);
});

test.each(['npm test', 'git status', 'echo rm', 'ls -l', 'grep -rf x', '', '"'])(
  'T31 a command that destroys nothing is not: %s',
  (command) => {
    expect(destroys(command)).toBe(false);
  },
);
