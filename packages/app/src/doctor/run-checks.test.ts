import { expect, test } from 'vitest';
import { type Check, failedAs, ok, warning } from './check.ts';
import { checkNode } from './check-node.ts';
import { printChecks } from './print-checks.ts';
import { runChecks } from './run-checks.ts';

test('O10 a check that hangs is told as such and stopped, and takes nothing from the others', async () => {
  let stopped = false;
  const hangs: Check = {
    id: 'hangs',
    run: (signal) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          stopped = true;
        });
      }),
  };
  const checks: readonly Check[] = [hangs, { id: 'quick', run: () => ok('Fine.') }];
  expect(await runChecks(checks, 50)).toEqual([
    {
      id: 'hangs',
      status: 'failed',
      message: 'The check did not end within 0.05 seconds.',
      fix: 'Look for what hangs there, or give it more time with --limit.',
    },
    { id: 'quick', status: 'ok', message: 'Fine.' },
  ]);
  expect(stopped).toBe(true);
});

test('O10 checks run side by side: two that wait for each other both end', async () => {
  const meet: (() => void)[] = [];
  const both = (id: string): Check => ({
    id,
    run: () =>
      new Promise((resolve) => {
        meet.push(() => resolve(ok(id)));
        if (meet.length === 2) for (const go of meet) go();
      }),
  });
  const found = await runChecks([both('a'), both('b')], 60_000);
  expect(found.map(({ status }) => status)).toEqual(['ok', 'ok']);
});

test('O10 a check that throws has failed, and the last sentence of its error is the fix', async () => {
  const throws: Check = {
    id: 'throws',
    run: () => {
      throw new Error('x.sqlite is damaged. Restore a backup.');
    },
  };
  expect(await runChecks([throws], 60_000)).toEqual([
    { id: 'throws', status: 'failed', message: 'x.sqlite is damaged.', fix: 'Restore a backup.' },
  ]);
  expect(failedAs(new Error('Oh no')).fix).toBeDefined();
});

test('O11 each check is one line with its fix, whatever it quotes, and colours only where they are wanted', () => {
  const checks = [
    { id: 'a', ...ok('Fine.') },
    { id: 'long', ...warning('Two\nlines \u001b[31mred.', 'Do it.') },
  ];
  const plain = printChecks(checks, false);
  expect(plain).toBe(
    'ok      a     Fine.\nwarning long  Two lines  [31mred. Do it.\n\n2 checks: 0 failed, 1 with a warning, 0 skipped.',
  );
  expect(printChecks(checks, true)).toContain('\u001b[33mwarning\u001b[0m long');
});

test('O12 a Node that is too old is told with the fix', () => {
  expect(checkNode('18.20.4', '>=20.19')).toMatchObject({
    status: 'failed',
    message: 'Node is 18.20.4, but Millrace needs 20.19 or newer.',
    fix: expect.stringContaining('Install'),
  });
  expect(checkNode('20.18.0', '>=20.19').status).toBe('failed');
  expect(checkNode('20.19.0', '>=20.19').status).toBe('ok');
  expect(checkNode('24.0.0', '>=20.19').status).toBe('ok');
});
