import { test } from './agent-app.ts';
import { answer, expect, finished, send } from './app.ts';
import { lookTwice } from './look.ts';

const page1 = {
  ...{ type: 'web_search_result_location', url: 'https://water.example/mills', title: 'How mills work' },
  cited_text: 'An overshot wheel uses the weight of the water.',
};
const page2 = { ...page1, url: 'https://history.example/', title: 'A history of mills', cited_text: '' };
const book = {
  type: 'char_location',
  document_index: 0,
  document_title: 'The miller’s book',
  cited_text: 'Grain',
};

const SCRIPT = [
  [
    'A mill **turns ',
    { text: 'by the weight of the water', citations: [page1] },
    '**, and ',
    { text: 'has done so for long', citations: [page2, page1] },
    '.\n\n- It grinds ',
    { text: '`grain`', citations: [book] },
    '\n- and more\n',
    { text: '\n| a | b |\n|---|---|\n| 1 | 2 |\n', citations: [page2] },
    '\nThe end.',
  ],
] as const;

test('U29 numbers stand behind what rests on a source, live and after a reload and a restart', async ({
  page,
  app,
}) => {
  app.script = SCRIPT;
  await send(page, 'Tell me of mills');
  for (const after of ['sending', 'reload', 'restart']) {
    if (after === 'restart') await app.restart();
    if (after !== 'sending') await page.reload();
    await finished(page);
    await expect(page.locator('.mr-answer')).toHaveCount(1);
    await expect(answer(page).locator('.mr-cite button')).toHaveText(['1', '2', '1', '3', '2']);
    await expect(answer(page).locator('p').first()).toHaveText(
      'A mill turns by the weight of the water1, and has done so for long21.',
    );
    await expect(answer(page).locator('li').first()).toHaveText('It grinds grain3');
    await expect(answer(page).locator('code .mr-cite')).toHaveCount(0);
    const sources = page.getByRole('region', { name: 'Sources' });
    await expect(sources.getByRole('listitem')).toHaveText([
      'How mills work water.example',
      'A history of mills history.example',
      'The miller’s book',
    ]);
    await expect(sources.getByRole('link')).toHaveCount(2);
  }
});

test('U357 a number opens its source with the keyboard, and Escape leads back', async ({ page, app }) => {
  app.script = SCRIPT;
  await send(page, 'Tell me of mills');
  await finished(page);
  const number = page.getByRole('button', { name: 'Source 1: How mills work' }).first();
  await number.focus();
  await page.keyboard.press('Enter');
  const card = page.getByRole('note', { name: 'Source 1: How mills work' });
  await expect(card).toBeVisible();
  await expect(card).toContainText('water.example');
  await expect(card).toContainText('An overshot wheel uses the weight of the water.');
  await page.keyboard.press('Tab');
  const link = card.getByRole('link', { name: 'How mills work' });
  await expect(link).toBeFocused();
  await expect(link).toHaveAttribute('href', 'https://water.example/mills');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(number).toBeFocused();
});

test('U357 the card of a source is wide enough to be read, wherever its number stands', async ({
  page,
  app,
}) => {
  const citation = {
    ...{ type: 'web_search_result_location', url: 'https://water.example/mills', title: 'How mills work' },
    cited_text: 'By water that falls on a wheel. '.repeat(12),
  };
  app.script = [
    Array.from({ length: 12 }, (_, i) => ({ text: `Passage ${i} rests on this. `, citations: [citation] })),
  ];
  await send(page, 'Tell me of mills');
  await finished(page);
  for (const width of [390, 820, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const number of await answer(page).locator('.mr-cite > button').all()) {
      await number.press('Enter');
      const card = await page.locator('.mr-cite-card:popover-open').boundingBox();
      expect(card?.width).toBeGreaterThanOrEqual(280);
      expect(card?.x).toBeGreaterThanOrEqual(0);
      expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThanOrEqual(width);
      await page.keyboard.press('Escape');
    }
  }
});

test('U358 nothing lies over the first line of an answer', async ({ page, app }) => {
  app.script = [['word '.repeat(60)]];
  await send(page, 'Words');
  await finished(page);
  const covered = await page.evaluate(() => {
    const line = document.querySelector('.mr-answer p')?.getBoundingClientRect();
    if (line === undefined) return ['There is no answer.'];
    const places = Array.from({ length: 40 }, (_, i) => line.left + (line.width * (i + 0.5)) / 40);
    return places.flatMap((x) => {
      const top = document.elementFromPoint(x, line.top + 2);
      return top?.closest('.mr-message-assistant') ? [] : (top?.outerHTML.slice(0, 80) ?? '');
    });
  });
  expect(covered).toEqual([]);
});

test('U29 sources have no violations, light and dark, wide and on a phone', async ({ page, app }) => {
  app.script = SCRIPT;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await send(page, 'Tell me of mills');
  await finished(page);
  await page.getByRole('button', { name: 'Source 1: How mills work' }).first().click();
  await lookTwice(page, 'citations');
  await page.setViewportSize({ width: 390, height: 844 });
  await lookTwice(page, 'citations-phone');
});
