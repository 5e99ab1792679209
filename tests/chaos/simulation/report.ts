import { isLong as isLongForm } from '../../../fixtures/long.ts';
import { runSchedule } from './run-schedule.ts';
import { parseSchedule, printSchedule, type Schedule } from './schedule.ts';

/** The one schedule that somebody wants to see again. */
export const replayed = process.env['MILLRACE_REPLAY'];

/** How many courses chance decides when somebody has more time; then all double crashes are run, too. */
export const manyMore = Number(process.env['MILLRACE_SCHEDULES'] ?? 0);

/** All faults at all operations, and more of chance: `npm run test:long`. */
export const isLong = manyMore > 0 || isLongForm;

/** Nobody reads what thousands of servers say while they lose their store, nor where each error comes from. Returns how to end that. */
export function quiet(): () => void {
  const { error } = console;
  const { stackTraceLimit } = Error;
  console.error = () => {};
  Error.stackTraceLimit = 0;
  return () => {
    console.error = error;
    Error.stackTraceLimit = stackTraceLimit;
  };
}

/** Runs a schedule; when it breaks a law the error has the line that replays it. Gives the number of its operations. */
export async function runReported(schedule: Schedule): Promise<number> {
  try {
    return (await runSchedule(schedule)).operations;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const again = `MILLRACE_REPLAY='${printSchedule(schedule)}' npx vitest run tests/chaos/simulated-crashes.test.ts`;
    throw new Error(`${said}\n\nAgain: ${again}`, { cause: error });
  }
}

/** Runs one schedule and prints every operation. Throws what it breaks. */
export async function replay(line: string): Promise<void> {
  try {
    await runSchedule(parseSchedule(line), {}, (each) => process.stdout.write(`${each}\n`));
  } finally {
    process.stdout.write(`replayed ${line}\n`);
  }
}
