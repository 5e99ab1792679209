import { expect, test } from 'vitest';
import { createEmission } from './emission.ts';

test('D466 a text that comes back late is known as one that was told, and any other is from outside', () => {
  let text = '';
  const told: string[] = [];
  const emission = createEmission(
    () => text,
    (now) => told.push(now),
  );
  for (const now of ['a', 'ab', 'abc']) {
    text = now;
    emission.changed();
    emission.tell();
  }
  expect(told).toEqual(['a', 'ab', 'abc']);
  expect(emission.isOwn('ab')).toBe(true);
  expect(emission.isOwn('a')).toBe(false);
  expect(emission.isOwn('abc')).toBe(true);
  expect(emission.isOwn('ab')).toBe(false);
  expect(emission.isOwn('')).toBe(false);
  expect(emission.isOwn('abc')).toBe(true);
});

test('D466 a text from outside is not told back, but what showing it has made of it is, at once', () => {
  let text = 'a';
  const told: string[] = [];
  const emission = createEmission(
    () => text,
    (now) => told.push(now),
  );
  emission.changed();
  emission.tell();
  for (const outside of ['', 'a']) {
    expect(emission.isOwn(outside)).toBe(false);
    text = outside;
    emission.changed();
    emission.shown(outside);
    emission.tell();
  }
  expect(told).toEqual(['a']);
  text = '- b\n';
  emission.shown('- b');
  expect(told).toEqual(['a', '- b\n']);
  expect(emission.isOwn('- b')).toBe(true);
  expect(emission.isOwn('- b\n')).toBe(true);
  expect(emission.isOwn('- b')).toBe(false);
});

test('D466 a long text is told when it is asked for or after a pause, and once', () => {
  let text = 'x'.repeat(200_000);
  const told: string[] = [];
  const emission = createEmission(
    () => text,
    (now) => told.push(now),
  );
  emission.changed();
  emission.tell();
  expect(told).toHaveLength(1);
  text += 'y';
  emission.changed();
  emission.tell();
  emission.tell();
  expect(told).toHaveLength(1);
  expect(emission.flush()).toBe(text);
  expect(emission.flush()).toBe(text);
  expect(told).toHaveLength(2);
});
