import type { Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { calls, theEnd } from './cards.ts';

const answer = (page: Page) => page.locator('.mr-message-assistant').last();

for (const layout of ['split', 'interleaved'])
  test(`T17 what the answer says keeps its nodes while steps come, fold and end, ${layout}`, async ({
    page,
    app,
  }) => {
    await page.evaluate((value) => localStorage.setItem('millrace.timeline', value), layout);
    await page.reload();
    app.script = [
      ['Before all.', { id: 's', name: 'slow', input: {} }],
      ['In between.', { id: 'l', name: 'look_up', input: { query: 'rain' } }],
    ];
    await send(page, 'Go');
    await expect(answer(page).getByText('Half of it is done')).toBeVisible();
    const node = await answer(page).getByText('Before all.').elementHandle();
    app.release();
    await theEnd(page);
    await expect(calls(page)).toHaveCount(2);
    expect(
      await answer(page)
        .getByText('Before all.')
        .evaluate((now, then) => now === then, node),
    ).toBe(true);
    // What was done first stands above what was said, or where it came.
    const order = await answer(page)
      .locator('.mr-timeline-head, .mr-answer')
      .evaluateAll((all) => all.map((each) => (each.matches('button') ? 'steps' : each.textContent)));
    expect(order).toEqual(
      layout === 'split'
        ? ['steps', 'Before all.', 'In between.', 'The end.']
        : ['Before all.', 'steps', 'In between.', 'steps', 'The end.'],
    );
    // Process never stands in the body.
    await expect(answer(page).locator('.mr-answer .mr-tool')).toHaveCount(0);
  });
