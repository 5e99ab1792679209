import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorkspaceLock, openCheckpoints } from '@millrace/server';
import { expect, onTestFinished, test } from 'vitest';
import { memberFolder, removeMemberFolder } from './member-folder.ts';

/** The folder of a person with a file in it, and a checkpoint of that. */
async function fill(data: string, account: string): Promise<void> {
  const workspace = memberFolder(data, account);
  mkdirSync(workspace, { recursive: true });
  writeFileSync(join(workspace, 'diary.md'), `Of ${account}.`);
  const lockOn = (folder: string) => createWorkspaceLock(folder, { data });
  await openCheckpoints({ workspace, data, lockOn }).save('first');
}

test('F98 with a person their files go and every checkpoint of them, and nothing of others', async () => {
  const data = mkdtempSync(join(tmpdir(), 'millrace-gone-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const saved = (): string[] => readdirSync(join(data, 'checkpoints'));
  await fill(data, 'cem');
  const ofCem = saved();
  expect(ofCem).toHaveLength(1);
  await fill(data, 'bea');
  expect(saved()).toHaveLength(2);
  await removeMemberFolder(data, 'bea');
  expect([existsSync(memberFolder(data, 'bea')), saved()]).toEqual([false, ofCem]);
  expect(existsSync(join(memberFolder(data, 'cem'), 'diary.md'))).toBe(true);
  // Nothing is left to remove.
  await removeMemberFolder(data, 'bea');
});
