import { expect, test } from 'vitest';
import { createConfirmAsker } from './confirm-asker.ts';

test('F79 requests that need a confirmation at once share one question', async () => {
  const asker = createConfirmAsker();
  const seen: boolean[] = [];
  const stop = asker.subscribe(() => seen.push(asker.isOpen()));
  const [one, other] = [asker.ask(), asker.ask()];
  expect(asker.isOpen()).toBe(true);
  asker.answer(true);
  expect(await Promise.all([one, other])).toEqual([true, true]);
  const next = asker.ask();
  asker.answer(false);
  asker.answer(true);
  expect(await next).toBe(false);
  stop();
  void asker.ask();
  expect(seen).toEqual([true, false, true, false, false]);
});
