import type { Browser } from '@playwright/test';
import type { PageRun, StreamOptions } from './browser/page.tsx';
import { launchChromium, metrics, readTasks, servePage } from './site.ts';
import { printTable, times, whole } from './table.ts';

const VIEWS = ['millrace', 'streamdown, coloured', 'streamdown, plain', 'react-markdown'] as const;
const CHUNKS_A_SECOND = 500;
/** A view that takes longer is stopped: its real cost is higher than the one shown. */
const LIMIT_MS = 60_000;
const LONG_TASK_MS = 50;

/** All times are of the main thread's processor, in milliseconds, so that other work on the machine does not count. */
interface Cost {
  readonly run: PageRun;
  readonly script: number;
  readonly styles: number;
  readonly layout: number;
  readonly all: number;
  readonly tasks: readonly number[];
}

type Costs = readonly (readonly [name: string, cost: Cost])[];

/** An answer of 100 KB that streams through views of messages in a browser, one after the other. */
export async function benchBrowser(): Promise<void> {
  const site = await servePage('browser');
  const browser = await launchChromium();
  const measureOne = (name: string, by: StreamOptions['by'], countNodes: boolean): Promise<Cost> => {
    const options = { by, chunksPerSecond: CHUNKS_A_SECOND, limitMs: LIMIT_MS, countNodes };
    return measure(browser, site.url, name, options);
  };
  const measureAll = async (by: StreamOptions['by'], countNodes: boolean): Promise<Costs> => {
    const costs: (readonly [string, Cost])[] = [];
    for (const name of VIEWS) costs.push([name, await measureOne(name, by, countNodes)]);
    return costs;
  };
  try {
    printTimed(await measureAll('time', false));
    const page = await measureOne('nothing', 'updates', false);
    printEqual(await measureAll('updates', false), await measureAll('updates', true), page);
  } finally {
    await browser.close();
    site.close();
  }
}

async function measure(browser: Browser, url: string, name: string, options: StreamOptions): Promise<Cost> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  await page.waitForFunction(() => 'streamAnswer' in globalThis);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await browser.startTracing(page, { categories: ['-*', '__metadata', 'toplevel'] });
  const before = await metrics(session);
  const run = await page.evaluate(([view, how]) => globalThis.streamAnswer(view, how), [
    name,
    options,
  ] as const);
  const after = await metrics(session);
  const tasks = readTasks((await browser.stopTracing()).toString());
  await page.close();
  const spent = (metric: string): number => ((after.get(metric) ?? 0) - (before.get(metric) ?? 0)) * 1000;
  return {
    run,
    tasks,
    script: spent('ScriptDuration'),
    styles: spent('RecalcStyleDuration'),
    layout: spent('LayoutDuration'),
    all: spent('TaskDuration'),
  };
}

const long = ({ tasks }: Cost): readonly number[] => tasks.filter((ms) => ms > LONG_TASK_MS);

function printTimed(costs: Costs): void {
  print(
    `An answer of 100 KB at ${CHUNKS_A_SECOND} chunks a second, in Chromium; ms of the main thread's processor`,
    costs,
    {
      script: ({ script }) => script,
      styles: ({ styles }) => styles,
      layout: ({ layout }) => layout,
      'all tasks': ({ all }) => all,
      'tasks over 50 ms': (cost) => long(cost).length,
      'longest task': ({ tasks }) => tasks.reduce((most, ms) => Math.max(most, ms), 0),
      'blocked: over 50 ms in all': (cost) => long(cost).reduce((sum, ms) => sum + ms - LONG_TASK_MS, 0),
      'updates shown': ({ run }) => run.updates,
      'frames drawn': ({ run }) => run.frames,
      'worst gap between frames, by the clock': ({ run }) => run.worstGap,
    },
  );
}

function printEqual(costs: Costs, counted: Costs, page: Cost): void {
  const countOf = new Map(counted.map(([name, { run }]) => [name, run]));
  const isWhole = ({ run }: Cost): boolean => run.shown === run.chunks;
  print(
    `The same, with an update for every 60th of a second of the stream, however long it takes; ">" was stopped after ${LIMIT_MS / 1000} s`,
    costs,
    {
      script: ({ script }) => script,
      "script without the page's own": ({ script }) => script - page.script,
      'all tasks': ({ all }) => all,
      'longest task': ({ tasks }) => tasks.reduce((most, ms) => Math.max(most, ms), 0),
      'updates shown': ({ run }) => run.updates,
    },
    isWhole,
  );
  const nodes = (read: (run: PageRun) => number) => (_: Cost, name: string) => {
    const run = countOf.get(name);
    return run === undefined ? 0 : read(run);
  };
  print('DOM nodes in that run', costs, {
    added: nodes(({ added }) => added),
    removed: nodes(({ removed }) => removed),
    'of these replaced: their parent got others at once': nodes(({ replaced }) => replaced),
    'elements at the end': nodes(({ nodes: count }) => count),
  });
}

function print(
  title: string,
  costs: Costs,
  rows: Readonly<Record<string, (cost: Cost, name: string) => number>>,
  isWhole: (cost: Cost) => boolean = () => true,
): void {
  const lines = Object.entries(rows).map(([label, read]) => {
    const values = costs.map(([name, cost]) => read(cost, name));
    const [ours = 0] = values;
    return [
      label,
      ...values.flatMap((value, i) => {
        const cost = costs[i]?.[1];
        const more = cost === undefined || isWhole(cost) ? '' : '> ';
        if (i === 0) return [whole(value)];
        return [more + whole(value), ours === 0 ? '' : more + times(value / ours)];
      }),
    ];
  });
  const names = costs.flatMap(([name], i) => (i === 0 ? [name] : [name, 'ratio']));
  printTable(title, ['', ...names], lines);
}
