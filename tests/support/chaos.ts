import { execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './project-files.ts';

export interface ChaosResult {
  readonly code: number | null;
  readonly output: string;
  /** The counts that must be 0, by name. */
  readonly faults: Readonly<Record<string, number>>;
}

const folder = join(root, 'tests/chaos/kills/dist', `tests-${process.pid}`);
let bundled: Promise<unknown> | undefined;

/** The programs, bundled once for all runs of this process, and not inside it: a bundler takes memory that is never given back. */
async function programs(): Promise<string> {
  if (bundled === undefined) {
    bundled = promisify(execFile)(process.execPath, [join(root, 'scripts/chaos-bundle.mjs'), folder]);
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  await bundled;
  return folder;
}

/** Runs `npm run chaos` and reads its table. */
export async function runChaos(args: readonly string[]): Promise<ChaosResult> {
  const chaos = [join(root, 'scripts/chaos.mjs'), '--bundle', await programs(), ...args];
  const child = spawn(process.execPath, chaos, { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      output += bytes.toString();
    });
  }
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const rows = Array.from(
    output.matchAll(/^\| \*\*(.+)\*\* \| ([\d,]+) \|$/gm),
    ([, name = '', count = '']) => [name, Number(count.replaceAll(',', ''))],
  );
  return { code, output, faults: Object.fromEntries(rows) };
}
