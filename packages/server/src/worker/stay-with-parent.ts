import { Worker } from 'node:worker_threads';

// In a thread, because the job may never return. As text, so that it is the same from the sources and from the build.
const WATCH = `
const { workerData: parent } = require('node:worker_threads');
const isThere = () => {
  try {
    return process.ppid === parent && process.kill(parent, 0);
  } catch {
    return false;
  }
};
setInterval(() => isThere() || process.kill(process.pid, 'SIGKILL'), 1000);
`;

/** Ends this process soon after the one that started it, however that ends and whatever goes on here. */
export function stayWithParent(): void {
  // Asked here: when the thread begins, the one that started it may be gone.
  new Worker(WATCH, { eval: true, workerData: process.ppid }).unref();
  process.on('disconnect', () => process.exit());
  // The one that started it hears them too, and decides.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}
