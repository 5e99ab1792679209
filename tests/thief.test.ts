import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { live, type Life } from './thief/stages.ts';
import { openAll, rob, guess } from './thief/rob.ts';
let life: Life;

afterAll(() => life?.remove());
test('x', async () => { life = await live();
  for (const [stage, loot] of Object.entries(life.loots)) {
    console.time(stage);
    const open = openAll(loot, life.keys);
    console.timeLog(stage, 'openall', open.sealed.length, open.opened.size, [...new Set(open.closed)]);
    console.log(guess(loot, open).slice(0, 40));
    console.timeLog(stage, 'guess');
    const r = rob(loot);
    console.log(r.tried, [...new Set(r.opened)], r.marks.slice(0,30));
    console.timeEnd(stage);
  }
});
