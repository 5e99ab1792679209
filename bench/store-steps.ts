import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEvent } from '@millrace/engine/run';
import { openRun, type Place } from './store-places.ts';
import { printTable } from './table.ts';

const SAMPLES = 400;
/** The bytes that an append of one event writes to the log of either database, about: three or four pages. */
const BYTES = 16 * 1024;

const INPUT = { path: 'src/main.ts', content: 'export const answer = 42;\n'.repeat(20) };
const BEFORE: RunEvent[] = [{ type: 'tool_start', tool: 'write', input: INPUT, tool_use_id: 't' }];
const AFTER: RunEvent[] = [{ type: 'tool_complete', tool: 'write', tool_use_id: 't' }];

/** Measures the cost of a run's step above the disk's own: two durable appends beside two bare writes with fdatasync. */
export async function benchSteps(places: readonly Place[]): Promise<void> {
  const rows: string[][] = [];
  for (const place of places) {
    const append = await openRun(place.store, 'steps');
    const file = openSync(join(place.folder, 'bare'), 'a');
    const bytes = Buffer.alloc(BYTES, 'x');
    const bare: number[] = [];
    const steps: number[] = [];
    const above: number[] = [];
    for (let i = -50; i < SAMPLES; i++) {
      const begun = performance.now();
      for (let k = 0; k < 2; k++) {
        writeSync(file, bytes);
        fdatasyncSync(file);
      }
      const between = performance.now();
      await append(BEFORE, 'durable');
      await append(AFTER, 'durable');
      const ended = performance.now();
      // The first ones compile code and fill caches.
      if (i < 0) continue;
      bare.push(between - begun);
      steps.push(ended - between);
      above.push(ended - between - (between - begun));
    }
    closeSync(file);
    for (const [what, samples] of [
      ['two bare fdatasyncs', bare],
      ['two durable appends', steps],
      ['above', above],
    ] as const) {
      rows.push([`${place.name}, ${what}`, ms(samples, 0.5), ms(samples, 0.95)]);
    }
  }
  printTable(`A step of a run, ${SAMPLES} samples in turn`, ['', 'p50', 'p95'], rows);
}

function ms(samples: readonly number[], part: number): string {
  const sorted = samples.toSorted((a, b) => a - b);
  return `${(sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN).toFixed(2)} ms`;
}
