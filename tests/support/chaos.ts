import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './project-files.ts';

export interface ChaosResult {
  readonly code: number | null;
  readonly output: string;
  /** The counts that must be 0, by name. */
  readonly faults: Readonly<Record<string, number>>;
}

/** Runs `npm run chaos` and reads its table. */
export async function runChaos(args: readonly string[]): Promise<ChaosResult> {
  const child = spawn(process.execPath, [join(root, 'scripts/chaos.mjs'), ...args], { cwd: root });
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
