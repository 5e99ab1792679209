import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 2_000;
const LOOK_MS = 25;

/** Ends every process of a group: asks first, and kills what is still there after two seconds. Never rejects. */
export async function killGroup(group: number): Promise<void> {
  if (!signalGroup(group, 'SIGTERM')) return;
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    await delay(LOOK_MS);
    if (!signalGroup(group, 0)) return;
  }
  signalGroup(group, 'SIGKILL');
}

/** Sends a signal to a group; 0 only looks. False when there is no such group. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}
