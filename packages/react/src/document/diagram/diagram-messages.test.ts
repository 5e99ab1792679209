import { expect, test } from 'vitest';
import { readDrawRequest, readFrameMessage } from './diagram-messages.ts';

test('D358 a size from a frame is bounded, and what is no size is nothing', () => {
  const height = (value: unknown) =>
    readFrameMessage({ type: 'drawn', height: value, title: 'x', kind: 'er' });
  expect(height(300.2)).toEqual({ type: 'drawn', height: 301, title: 'x', kind: 'er' });
  expect(height(1e9)).toMatchObject({ height: 1200 });
  expect(height(-5)).toMatchObject({ height: 40 });
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, '300', null, {}, undefined])
    expect(height(bad)).toBeUndefined();
});

test('D358 words from a frame are cut, and other messages are nothing', () => {
  expect(readFrameMessage({ type: 'failed', reason: 'x'.repeat(1000) })).toEqual({
    type: 'failed',
    reason: 'x'.repeat(300),
  });
  expect(readFrameMessage({ type: 'drawn', height: 50, title: { toString: () => 'x' } })).toMatchObject({
    title: '',
  });
  for (const bad of [null, 'ready', 1, {}, { type: 'navigate' }, []])
    expect(readFrameMessage(bad)).toBeUndefined();
});

test('D358 a frame draws only what it is asked to', () => {
  expect(readDrawRequest({ type: 'draw', code: 'graph TD', theme: 'dark' })).toEqual({
    ...{ type: 'draw', code: 'graph TD', theme: 'dark', isLarge: false },
  });
  for (const bad of [
    null,
    { type: 'draw' },
    { type: 'draw', code: 1, theme: 'dark' },
    { type: 'eval', code: '', theme: 'dark' },
  ])
    expect(readDrawRequest(bad)).toBeUndefined();
});
