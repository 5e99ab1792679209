import { Worker } from 'node:worker_threads';

export interface ReplacePattern {
  readonly source: string;
  readonly flags: string;
  /** As `String.replace` reads it. */
  readonly replacement: string;
  /** Whether it is a text, escaped, whose search is linear. */
  readonly isPlain: boolean;
}

export interface Replaced {
  readonly text: string;
  readonly matches: number;
}

const TIME_MS = 2000;
const MAX_HEAP_MB = 512;

// As text, so that it is the same from the sources and from the build.
const WORK = `
const { parentPort, workerData: { text, source, flags, replacement } } = require('node:worker_threads');
const regex = new RegExp(source, flags);
let matches = 0;
for (const _ of text.matchAll(regex)) matches += 1;
parentPort.postMessage({ text: text.replace(regex, replacement), matches });
`;

/**
 * Replaces all matches. A regular expression runs in a thread of its own, which is ended after two seconds: some need longer
 * than anybody lives, and would stop the whole server. Rejects with what is wrong, or when the signal does.
 */
export async function replaceMatches(
  text: string,
  pattern: ReplacePattern,
  signal: AbortSignal,
): Promise<Replaced> {
  signal.throwIfAborted();
  const { source, flags, replacement } = pattern;
  if (pattern.isPlain) {
    const regex = new RegExp(source, flags);
    const matches = text.match(regex)?.length ?? 0;
    return { text: text.replace(regex, replacement), matches };
  }
  const worker = new Worker(WORK, {
    eval: true,
    workerData: { text, source, flags, replacement },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const late = AbortSignal.timeout(TIME_MS);
  const stop = AbortSignal.any([signal, late]);
  try {
    return await new Promise<Replaced>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
      worker.once('exit', () => reject(new Error('The search ended without a result.')));
      stop.addEventListener('abort', () => reject(stop.reason), { once: true });
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!late.aborted) throw error;
    throw new Error(
      `The regular expression took longer than ${TIME_MS / 1000} s. Write a simpler one, without nested repetitions.`,
    );
  } finally {
    await worker.terminate();
  }
}
