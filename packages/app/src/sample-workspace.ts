import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of sample files in the data folder. It is made once, whole or not at all; what was changed in it stays. */
export function sampleWorkspace(data: string, demo: string): string {
  const workspace = join(data, 'workspace');
  if (existsSync(workspace)) return workspace;
  const half = `${workspace}.${process.pid}`;
  try {
    cpSync(join(demo, 'workspace'), half, { recursive: true });
    renameSync(half, workspace);
  } catch (error) {
    // Another server was quicker.
    if (existsSync(workspace)) return workspace;
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The sample files could not be copied to ${workspace}. Set MILLRACE_WORKSPACE to a folder. ${why}`,
    );
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return workspace;
}
