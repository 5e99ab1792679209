import type { PasteOptions, PastePayload } from '@millrace/engine/paste';
import { type PackedReading, unpackReading } from './packed-reading.ts';
import { type PasteReading, readWhole } from './paste-reading.ts';

/** Reads a long paste in a worker; where there can be none, here. */
export async function readBeside(payload: PastePayload, options: PasteOptions): Promise<PasteReading> {
  const reading = await inWorker(payload, options).catch(() => undefined);
  return reading ?? readWhole(payload, options);
}

function inWorker(payload: PastePayload, options: PasteOptions): Promise<PasteReading> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./paste-worker.js', import.meta.url), { type: 'module' });
    const end = (finish: () => void): void => {
      worker.terminate();
      finish();
    };
    worker.onmessage = ({ data }: MessageEvent<PackedReading>) => end(() => resolve(unpackReading(data)));
    worker.onerror = (event) => end(() => reject(new Error(event.message)));
    worker.postMessage({ payload, options });
  });
}
