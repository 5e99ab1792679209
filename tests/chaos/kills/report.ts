import type { Totals } from './conversation.ts';
import { FAULTS, type Findings } from './findings.ts';
import type { Deaths } from './killer.ts';

/** One table: what happened, then what must be 0. */
export function printReport(deaths: Deaths, totals: Totals, effects: number, { counts }: Findings): string {
  const rows: [string, number][] = [
    ['kills', deaths.kills],
    ['of them while an effect was under way', deaths.atEffect],
    ['pauses longer than the lease', deaths.pauses],
    ['stops in order', deaths.stops],
    ['runs', totals.runs],
    ['of them cancelled', totals.cancelled],
    ['events', totals.events],
    ['connections of watchers', totals.connections],
    ['resyncs', totals.resyncs],
    ['effects', effects],
    ['decisions taken', totals.decisions],
    ['decisions refused with the one that holds', totals.conflicts],
    ['calls that a person ordered to run again', totals.reruns],
    ['messages that a death cut short', totals.cuts],
    ...FAULTS.map((fault): [string, number] => [`**${fault}**`, counts.get(fault) ?? 0]),
  ];
  return [
    '| | |',
    '|---|---:|',
    ...rows.map(([name, count]) => `| ${name} | ${count.toLocaleString('en')} |`),
  ].join('\n');
}
