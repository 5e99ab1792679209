import type { DemoResult, DemoScript } from './demo-script.ts';
import { noSamples } from './no-samples.ts';

interface Plan {
  readonly name: string;
  readonly start: number;
  readonly lost: number;
}

/** Reads a file with numbers and prints what is in it as a table, with sums. */
export const csvTable: DemoScript = {
  needs: ['read_file'],
  next([read]) {
    if (read === undefined)
      return {
        text: 'I read the file first.',
        calls: [{ name: 'read_file', input: { path: 'plans.csv' } }],
      };
    const plans = plansOf(read[0]);
    return plans.length === 0 ? noSamples('plans.csv') : { text: report(plans) };
  },
};

/** The plans in what read_file shows: each line has its number and "|" before it. */
function plansOf(read: DemoResult | undefined): readonly Plan[] {
  if (read === undefined || read.isError) return [];
  return Array.from(
    read.content.matchAll(/^ *\d+ \| ([^,\n]+),(\d+),(\d+)$/gm),
    ([, name = '', start, lost]) => ({ name, start: Number(start), lost: Number(lost) }),
  );
}

function report(plans: readonly Plan[]): string {
  const sum = (of: 'start' | 'lost'): number => plans.reduce((total, plan) => total + plan[of], 0);
  const total = { name: 'Total', start: sum('start'), lost: sum('lost') };
  const worst = plans.reduce((a, b) => (b.lost > a.lost ? b : a));
  const rows = [...plans, total].map(
    ({ name, start, lost }) => `| ${name} | ${number(start)} | ${number(lost)} | ${share(lost, start)} |`,
  );
  return `Here is \`plans.csv\` as a table, with the share of each plan that was lost:

| Plan | Start | Lost | Churn |
| :--- | ---: | ---: | ---: |
${rows.join('\n')}

Most of the loss is in the ${worst.name} plan: ${number(worst.lost)} of ${number(total.lost)} accounts, or ${share(worst.lost, total.lost)}.

The file was really read, by the tool \`read_file\`, and the sums are those of what it gave back. Change the file and ask again.`;
}

function number(count: number): string {
  return count.toLocaleString('en-US');
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((part / whole) * 100).toFixed(1)}%`;
}
