import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { StepDetails, StepState } from './step-details.ts';
import { StepHead } from './step-head.tsx';

const line = (state: StepState, details: StepDetails): string =>
  renderToStaticMarkup(<StepHead title="Replace in" target="a.ts" expanded={false} {...{ state, details }} />)
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ');

test('T20 a failed step says who allowed it, and then right behind "failed:" why it failed', () => {
  const details = { note: 'approved from Pixel 9', problem: 'Nothing matches.' };
  expect(line('failed', details)).toBe('Replace in a.ts approved from Pixel 9 failed: Nothing matches.');
  expect(line('failed', { note: 'exit code 1' })).toBe('Replace in a.ts failed exit code 1');
});
