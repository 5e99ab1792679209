import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { markOf } from './mark-of.ts';
import { RowMark } from './row-mark.tsx';

const drawn = (chat: Partial<Parameters<typeof markOf>[0]>): string | undefined => {
  const plain = { id: 'c', title: '', updated_at: 1, seq: 1, epoch: 0, run_id: null, waiting: false };
  return /class="([\w-]+)" role="img" aria-label="([^"]+)"/
    .exec(renderToStaticMarkup(<RowMark mark={markOf({ ...plain, ...chat })} />))
    ?.slice(1)
    .join(': ');
};

test('U487 a row has one mark: the hand before the ring before the dot', () => {
  expect(drawn({ run_id: 'r', waiting: true, unread: 'answer' })).toBe('app-waits: Waiting for you');
  expect(drawn({ run_id: 'r', unread: 'answer' })).toBe('app-ring: Writing an answer');
  expect(drawn({ unread: 'answer' })).toBe('app-unread-dot: Not read yet');
  expect(drawn({ unread: 'problem' })).toBe('app-unread-dot: Failed, not read yet');
  expect(drawn({})).toBeUndefined();
});
