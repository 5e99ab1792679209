import { expect, test } from 'vitest';
import { type Holder, heldGrowth } from '../../../../fixtures/held-memory.ts';
import { LATE_DEFINITIONS, NESTS, OPEN_TEXTS } from '../../../../fixtures/hostile-texts.ts';

const HOLDERS: readonly Holder[] = ['tree', 'prefix tree', 'message'];

test.each(Object.entries({ ...OPEN_TEXTS, ...LATE_DEFINITIONS, ...NESTS }))(
  'D120 what is held of a text that arrives grows as the text does: %s',
  async (_, make) => {
    const growth = await Promise.all(HOLDERS.map((holder) => heldGrowth(holder, 2000, make)));
    for (const each of growth) expect(each).toBeLessThanOrEqual(14);
  },
);
