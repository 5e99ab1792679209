import type { TraceStep } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import { sumsOf } from './trace-sums.ts';

const model = (started_at: number, more: Partial<TraceStep>): TraceStep => ({
  ...{ type: 'model', id: `${started_at}`, name: '', status: 'done', started_at },
  ...more,
});

test('W450 sumsOf adds up times, waits, tokens, the cached part and the cost of the steps of a run', () => {
  const usage = { input_tokens: 100, cache_read_input_tokens: 300, output_tokens: 50 };
  const steps: readonly TraceStep[] = [
    model(1000, { first_at: 1400, ended_at: 2000, usage }),
    { type: 'person', id: 'p', name: 'send', status: 'done', started_at: 2000, ended_at: 5000 },
    model(5000, { status: 'open', usage: { input_tokens: 400, output_tokens: 0 } }),
  ];
  expect(sumsOf(steps, { input: 1, output: 10 }, 6000)).toEqual({
    ...{ began: 1000, tookMs: 5000, waitedMs: 3000, firstMs: 400, read: 800, written: 50, cached: 0.375 },
    cost: expect.closeTo(0.0013),
  });
  expect(sumsOf(steps.slice(0, 1), undefined, 6000)).toMatchObject({ cost: undefined, tookMs: 1000 });
});
