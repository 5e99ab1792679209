import { expect, test, vi } from 'vitest';
import { makeWorkFolder } from '../../../../../fixtures/work-folder.ts';
import { createExecuteCommand } from './execute-command.ts';

vi.mock('@lydell/node-pty', () => {
  throw new Error('There is no native part for this machine.');
});

test('V32 where terminals can not be loaded a command runs without, and the result says so', async () => {
  const { content } = await createExecuteCommand().run({ command: 'tty; echo done' }, makeWorkFolder().ctx);
  expect(content).toBe(
    'The command ended with exit code 0.\nNo terminal was available, so it ran without one.\nOutput:\nnot a tty\ndone\n',
  );
  const plain = await createExecuteCommand().run({ command: 'echo done' }, makeWorkFolder().ctx);
  expect(plain.content).not.toContain('terminals');
});
