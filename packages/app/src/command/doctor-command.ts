import type { Command } from './command.ts';
import { UsageError } from './usage-error.ts';

const LIMIT_S = 10;
const MOST_S = 600;

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'check everything that a server needs, with a fix for what is wrong',
  details: `Nothing is changed: databases are only read. It also works while a server runs. Checks run side by side; one that takes longer than ${LIMIT_S} seconds is reported as such.`,
  flags: [
    { name: 'limit', value: 'SECONDS', summary: `how long each check may take; ${LIMIT_S} without it` },
  ],
  async run({ env, flags, colour }) {
    const limitMs = 1000 * seconds(flags['limit'] ?? `${LIMIT_S}`);
    const { runDoctor } = await import('../doctor/run-doctor.ts');
    const { printChecks } = await import('../doctor/print-checks.ts');
    const checks = await runDoctor(env, limitMs);
    const isBad = checks.some(({ status }) => status === 'failed');
    return { text: printChecks(checks, colour), facts: { checks }, exit: isBad ? 'check_failed' : 'ok' };
  },
};

function seconds(text: string | true): number {
  const number = Number(text);
  if (number > 0 && number <= MOST_S) return number;
  throw new UsageError(
    `--limit must be a number of seconds up to ${MOST_S}, not ${JSON.stringify(text)}. Write such as --limit 30.`,
  );
}
