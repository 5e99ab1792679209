import type { DemoResult, DemoScript } from './demo-script.ts';
import { noSamples } from './no-samples.ts';

const FILES = ['src/limiter.ts', 'src/limiter.test.ts'];

interface Reviewer {
  readonly task: string;
  readonly finds: string;
}

const REVIEWERS: readonly Reviewer[] = [
  {
    task: 'Review the tests: read src/limiter.ts and src/limiter.test.ts, and say what the tests would miss.',
    finds: `1. Two keys are never used in one test, so a limiter that counts everybody together would pass, too.
2. The edge of the window is not tested. Take 60, move the clock by 59,999 ms and take one more: it must be refused. One millisecond later it must pass.
3. Both tests share one limiter, so their order decides whether they pass.`,
  },
  {
    task: 'Review the security: read src/limiter.ts and src/limiter.test.ts, and say what a stranger could do.',
    finds: `1. Keys are kept for ever. A client that sends a new key each time fills the memory. Bound the map.
2. A refused request is not counted, but its key is kept all the same.
3. The limiter is asked before the key is checked, so a stranger can use up the budget of a customer whose key they know.`,
  },
];

const FIRST: Readonly<Record<string, string>> = {
  tests: 'a test with two keys, because it would have caught the bug that this change is about',
  security: 'the bound of the map, because without it one client can stop the server',
};

/** Gives the review to two sub-agents and tells what they found. */
export const review: DemoScript = {
  needs: ['new_task', 'read_file'],
  next([found]) {
    if (found === undefined)
      return {
        thinking:
          'Two readers with different eyes: one asks what the tests would miss, the other what a stranger could do. They need nothing from each other, so they can work at once.',
        text: 'I give this to two agents, which read the same files with different questions.',
        calls: REVIEWERS.map(({ task: message }) => ({ name: 'new_task', input: { message } })),
      };
    const [tests, security] = found;
    return {
      text: `**Tests**

${told(tests)}

**Security**

${told(security)}

**What I would do first**

Take ${FIRST['security']}. Then ${FIRST['tests']}. The rest can follow in a second change.`,
    };
  },
};

/** The scripts of the agents that it calls: they have conversations of their own. */
export const reviewers: ReadonlyMap<string, DemoScript> = new Map(
  REVIEWERS.map(({ task, finds }) => [task, { needs: ['read_file'], next: ([read]) => reads(read, finds) }]),
);

function reads(read: readonly DemoResult[] | undefined, finds: string): ReturnType<DemoScript['next']> {
  if (read === undefined)
    return { text: '', calls: FILES.map((path) => ({ name: 'read_file', input: { path } })) };
  return read.every(({ isError, content }) => !isError && content.includes('createLimiter'))
    ? { text: finds }
    : noSamples(FILES[0] ?? '');
}

function told(result: DemoResult | undefined): string {
  if (result === undefined) return 'This agent did not answer.';
  return result.isError ? `This agent could not finish: ${result.content}` : result.content;
}
