import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './project-files.ts';
import { testKeys } from './test-keys.ts';

const children: ChildProcess[] = [];

/** Starts the real command, on any free port. `said` grows with what it prints. */
export function startCommand(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(root, 'packages/app/millrace.mjs'), ...args], {
    env: { PATH: process.env['PATH'], PORT: '0', MILLRACE_KEYS: testKeys, ...env },
  });
  children.push(child);
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      said.text += bytes.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const isReady = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      if (/is ready/.test(said.text)) resolve(said.text);
    });
    child.once('close', () => reject(new Error(`It ended before it was ready: ${said.text}`)));
  });
  // Who never asks is not told.
  isReady.catch(() => {});
  const ready = (): Promise<string> => isReady;
  return { child, said, ended, ready };
}

/** Ends all commands like a crash. */
export function killCommands(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL');
}
