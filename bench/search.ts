import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openWorkspace, searchTools, type ToolContext } from '@millrace/server';
import { printTable, whole } from './table.ts';

// From the folder of the build.
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const QUERIES = new URL('../search-queries.json', import.meta.url);

interface Question {
  readonly query: string;
  /** The file that should be found. */
  readonly file: string;
}

const ctx: ToolContext = {
  runId: 'bench',
  toolUseId: 'bench',
  key: 'bench',
  workspace: openWorkspace(ROOT),
  seen: async () => undefined,
  trusts: async () => false,
  attachment: async () => undefined,
  approved: true,
  signal: new AbortController().signal,
  progress: () => {},
  spawn: async () => '',
  model: async () => '',
  facts: async () => ({ model: 'bench', mode: null, events: [] }),
  ask: async () => ({ action: 'cancel' }),
};

/** Finding code by a question: how often the right file of this project is among the first, and how long it takes. */
export async function benchSearch(): Promise<void> {
  // Our own file.
  const questions = JSON.parse(readFileSync(QUERIES, 'utf8')) as readonly Question[];
  const [search] = searchTools().filter(({ name }) => name === 'codebase_search');
  if (search === undefined) throw new Error('There is no codebase_search.');
  const times: number[] = [];
  const ranks: number[] = [];
  for (const { query, file } of questions) {
    const start = performance.now();
    const { content } = await search.run({ query, path: 'packages' }, ctx);
    times.push(performance.now() - start);
    ranks.push(filesIn(content).indexOf(file));
  }
  const recall = (first: number): string => {
    const hits = ranks.filter((rank) => rank >= 0 && rank < first).length;
    return `${hits} of ${questions.length}`;
  };
  const [first = 0, ...later] = times;
  const median = later.sort((a, b) => a - b)[Math.floor(later.length / 2)] ?? 0;
  printTable(
    'Questions about this project, and where the right file stands among those found',
    ['', 'first', 'first 3', 'first 5', 'ms for the first question', 'ms for the next, median'],
    [['codebase_search', recall(1), recall(3), recall(5), whole(first), whole(median)]],
  );
  const missed = questions.filter((_, i) => !(ranks[i] !== undefined && ranks[i] >= 0 && ranks[i] < 5));
  for (const { query, file } of missed) console.log(`not among the first 5: ${query} -> ${file}`);
}

function filesIn(content: string): readonly string[] {
  const files = Array.from(content.matchAll(/^(\S+):\d+-\d+ \(score/gm), ([, path = '']) => path);
  return [...new Set(files)];
}
