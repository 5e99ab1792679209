import { expect } from './app.ts';
import { opens, screen, show, test } from './embeds-app.ts';
import { lookTwice } from './look.ts';
import { still } from './still.ts';

test('D103 a document in full screen is one to read, with its outline', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await show(page, 'doc');
  await opens(page, /^The mill/).click();
  const article = screen(page).getByRole('article');
  await expect(article.getByRole('heading', { level: 1, name: 'The mill' })).toBeVisible();
  await expect(article.getByRole('heading', { level: 2, name: 'Parts' })).toBeVisible();
  await expect(article.getByRole('heading', { level: 3, name: 'Deep' })).toBeVisible();
  await expect(article.locator('ul > li > ol > li')).toHaveText('gate');
  await expect(article.getByRole('columnheader')).toHaveText(['Part', 'Count']);
  await expect(article.getByRole('cell', { name: '24' })).toBeVisible();
  await expect(article.locator('strong')).toHaveText('slowly');
  const link = article.getByRole('link');
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute('href', 'https://example.org/mill');
  await expect(article.locator('img, iframe, script, [style], [onclick]')).toHaveCount(0);
  await still(page);
  await lookTwice(page, 'full-doc-reading');
  const outline = screen(page).getByRole('navigation', { name: 'Outline' });
  await expect(outline.getByRole('button')).toHaveText(['The mill', 'Parts', 'Deep', 'End']);
  await outline.getByRole('button', { name: 'End' }).click();
  await expect(article.getByRole('heading', { name: 'End' })).toBeFocused();
  await expect(article.getByRole('heading', { name: 'End' })).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await article.evaluate((element) => element.scrollTo(0, 0));
  await expect(outline).toBeHidden();
  expect(await article.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  await lookTwice(page, 'full-doc-reading-phone');
});

test('D103 a document of few headings has no outline', async ({ page }) => {
  await show(page, 'all');
  await opens(page, /^Why plans churn/).click();
  await expect(screen(page).getByRole('heading', { level: 1, name: 'Why plans churn' })).toBeVisible();
  await expect(screen(page).getByRole('navigation')).toHaveCount(0);
});
