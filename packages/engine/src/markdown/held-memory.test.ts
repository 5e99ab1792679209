import { expect, test } from 'vitest';
import { heldGrowth } from '../../../../fixtures/held-memory.ts';
import { OPEN_TEXTS } from '../../../../fixtures/hostile-texts.ts';

test.each(['tree', 'message'] as const)(
  'D120 what is held of a text that arrives grows as the text does: %s',
  async (holder) => {
    const growth = await heldGrowth(holder, 1000, OPEN_TEXTS);
    expect(Object.keys(growth).length).toBe(Object.keys(OPEN_TEXTS).length);
    expect(Object.entries(growth).filter(([, times]) => times > 14)).toEqual([]);
  },
);
