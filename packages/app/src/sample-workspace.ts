import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of sample files in the data folder. It is made once; what was changed in it stays. */
export function sampleWorkspace(data: string, demo: string): string {
  const workspace = join(data, 'workspace');
  if (!existsSync(workspace)) cpSync(join(demo, 'workspace'), workspace, { recursive: true });
  return workspace;
}
