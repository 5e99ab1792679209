import { SCENARIOS } from './scenario.ts';
import type { Fate, Fault, Schedule } from './schedule.ts';

/** Runs one schedule and gives the number of its operations. */
export type RunOne = (schedule: Schedule) => Promise<number>;

const SINGLE: readonly Fate[] = ['c', 'b', 'a', 'p', 'q', 'r', 's', 'x', 'y'];
const DOUBLE: readonly Fate[] = ['b', 'a'];

/** Every fault at every operation. Of sleep and lost stores only each `every`-th, of crashes each `crash`-th. */
export async function singleFaults(
  scenario: string,
  mode: Schedule['mode'],
  run: RunOne,
  { every = 1, crash = 1 } = {},
): Promise<void> {
  const base = { scenario, mode, seed: 0 };
  const operations = await run({ ...base, faults: [] });
  for (const [i, fate] of SINGLE.entries()) {
    const step = DOUBLE.includes(fate) || fate === 'c' ? crash : every;
    // Each begins elsewhere, so that together they come to every operation.
    for (let at = 1 + (i % step); at <= operations; at += step)
      await run({ ...base, faults: [{ at, fate }] });
  }
}

/**
 * Every two crashes: the second anywhere in the lives after the first. With `every`, each so many-th of them: few of the first, and few
 * of the second after each, since how many there are is known only when the first has been run.
 */
export async function doubleCrashes(
  scenario: string,
  mode: Schedule['mode'],
  run: RunOne,
  every = 1,
): Promise<void> {
  const base = { scenario, mode, seed: 0 };
  const operations = await run({ ...base, faults: [] });
  const firsts = Math.ceil(Math.sqrt(every));
  const seconds = Math.ceil(every / firsts);
  let turn = 0;
  for (const first of eachOf(crashes(1, operations), firsts)) {
    const later = await run({ ...base, faults: [first] });
    // Each begins elsewhere, so that together they come to every operation.
    for (const second of eachOf(crashes(first.at + 1, later), seconds, turn++ % seconds))
      await run({ ...base, faults: [first, second] });
  }
}

function* eachOf<T>(all: Iterable<T>, step: number, from = 0): Generator<T> {
  let place = 0;
  for (const one of all) if (place++ % step === from) yield one;
}

function* crashes(from: number, to: number): Generator<Fault> {
  for (let at = from; at <= to; at++) for (const fate of DOUBLE) yield { at, fate };
}

/** So many courses that chance decides, over all scenarios and modes. */
export async function chances(first: number, count: number, run: RunOne): Promise<void> {
  for (let seed = first; seed < first + count; seed++) {
    const scenario = SCENARIOS[seed % SCENARIOS.length]?.name ?? '';
    // Among others there is more that can meet.
    await run({ scenario, mode: seed % 3 === 0 ? 'sole' : 'fleet', faults: [], seed });
  }
}
