import { Worker } from 'node:worker_threads';

/** The most memory that a side process may have. */
const MOST_BYTES = 1024 * 1024 * 1024;

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
const end = () => process.kill(process.pid, 'SIGKILL');
setInterval(() => isThere() || end(), 1000);
// The limit of the heap leaves out the bytes of buffers.
setInterval(() => process.memoryUsage.rss() > ${MOST_BYTES} && end(), 100);
`;

/** Ends this process soon after the one that started it, however that ends and whatever goes on here, and when it needs too much memory. */
export function stayWithParent(): void {
  // Asked here: when the thread begins, the one that started it may be gone.
  new Worker(WATCH, { eval: true, workerData: process.ppid }).unref();
  process.on('disconnect', () => process.exit());
  // The one that started it hears them too, and decides.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}
