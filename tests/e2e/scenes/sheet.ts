import type { Store } from '../../../packages/server/src/index.ts';
import { storyOf } from './story.ts';
import { writeRun } from './written-run.ts';

const ROWS = `Free | Jul | 17,902 | 1,410 | 812 | 4.5% | +1.9 |
Free | Aug | 18,500 | 1,288 | 848 | 4.6% | +2.0 | Trial cut to 7 days
Free | Sep | 18,940 | 1,104 | 711 | =E4/C4 | +1.1 |
Pro | Jul | 6,390 | 180 | 96 | 1.5% | 0.0 |
Pro | Aug | 6,474 | 165 | 98 | 1.5% | +0.1 |
Pro | Sep | 6,541 | 158 | 93 | 1.4% | −0.1 |
Team | Jul | 1,880 | 31 | 14 | 0.7% | 0.0 |
Team | Aug | 1,897 | 26 | 13 | 0.7% | 0.0 |
Team | Sep | 1,910 | 22 | 14 | 0.7% | 0.0 |`;

const TABLE = `Here are the months one by one.

<!-- title: "Churn by plan, Q3" -->
| Plan | Month | Start | New | Lost | Churn | Δ vs Q2 | Note |
|---|---|---:|---:|---:|---:|---:|---|
${ROWS.split('\n')
  .map((row) => `| ${row.trim()} |`.replace(/\| \|$/, '| |'))
  .join('\n')}
`;

/** An answer with a sheet that calculates. */
export async function tellSheet(store: Store, chatId: string): Promise<void> {
  const run = await writeRun(store, { chatId, question: 'Show churn by plan and month.', agoMs: 60_000 });
  const story = storyOf(run);
  await story.step();
  run.wait(8000);
  await story.says(TABLE);
  await run.end({ type: 'complete' }, { text: TABLE, status: 'completed', took_ms: 8000 });
}
