import { expect, type Page, test } from '@playwright/test';
import { settled } from './cards.ts';
import { buildLibraryPage, type LibraryPage } from './library-page.ts';
import { violations } from './look.ts';

// The cards, the hooks and the edit panel in an app of somebody else, without our server.
let library: LibraryPage;
test.beforeAll(async () => {
  library = await buildLibraryPage('hitl');
});

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const sent = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'sent'));

test('U60 cards decide by the runtime of the app, and show only what may be answered', async ({ page }) => {
  await library.open(page);
  const mail = group(page, 'Waiting for you Call mail');
  await expect(mail).toContainText('ann@example.com');
  await expect(mail.getByRole('button')).toHaveText([/^Approve/, 'Reject…', 'Add a note']);
  await expect(page.locator('[data-decided]')).toHaveText(/Call done\s*·\s*Approved with changes/);
  await expect(page.locator('#without').getByRole('button')).toHaveCount(0);
  await expect(page.locator('#without')).toContainText('Call x');
  await settled(page);
  await mail.getByRole('button', { name: 'Approve' }).click();
  await expect(mail).toHaveCount(0);
  const loop = group(page, 'It may be stuck same call 3 times');
  await settled(page);
  await loop.getByRole('button', { name: 'Stop here' }).click();
  await expect(loop).toHaveCount(0);
  expect(await sent(page)).toEqual([
    { of: 'mail', decision: { type: 'approve' } },
    { of: 'loop', decision: { type: 'reject' } },
  ]);
});

test('U60 a card of the app’s own decides by the hook, which tells the phase and who was first', async ({
  page,
}) => {
  await library.open(page);
  const own = page.getByRole('region', { name: 'Own card' });
  await expect(own).toContainText('pending pending approve reject');
  await settled(page);
  // It is not allowed.
  await own.getByRole('button', { name: 'Own edit' }).click();
  await expect(own).toContainText('pending pending approve reject');
  await own.getByRole('button', { name: 'Own reject' }).click();
  await expect(own).toContainText('rejected processing');
  await expect(own).toContainText('Rejected from Pixel 9. The first decision counts; yours changed nothing.');
  expect(await sent(page)).toHaveLength(1);
});

for (const [kind, width] of [
  ['side', 1280],
  ['drawer', 800],
] as const)
  test(`U60 the edit panel checks and saves, and gives the focus back: ${kind}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await library.open(page);
    await page.getByRole('button', { name: 'Open panel' }).click();
    const panel = page.getByRole('dialog', { name: 'Edit: the mail' });
    await expect(panel.getByRole('textbox', { name: 'Subject' })).toBeFocused();
    await expect(page.locator('#edits')).toHaveText('the mail');
    expect(await violations(page)).toEqual([]);
    const place = await panel.boundingBox();
    if (kind === 'side') expect(place?.height).toBe(800);
    else expect(place?.width).toBe(width);
    await panel.getByRole('textbox', { name: 'Subject' }).fill('');
    await panel.getByRole('textbox', { name: 'To' }).pressSequentially('bob, ');
    await panel.getByRole('button', { name: 'Save changes' }).click();
    await expect(panel.getByRole('alert')).toHaveText('2 fields need fixing: Subject and To.');
    await panel.getByRole('textbox', { name: 'Subject' }).fill('Hello');
    await panel.getByRole('button', { name: 'Remove bob' }).click();
    await expect(panel.getByRole('textbox', { name: 'To' })).toBeFocused();
    await panel.getByRole('textbox', { name: 'To' }).fill('bob@example.com');
    await panel.getByRole('button', { name: 'Save changes' }).click();
    await expect(panel).toHaveCount(0);
    await expect(page.locator('#saved')).toHaveText(
      '{"subject":"Hello","urgent":false,"to":["ann@example.com","bob@example.com"],"when":"2026-11-16T10:00:00Z"}',
    );
    await expect(page.getByRole('button', { name: 'Open panel' })).toBeFocused();
    await page.getByRole('button', { name: 'Open panel' }).click();
    await page.keyboard.press('Escape');
    await expect(page.locator('#edits')).toHaveText('closed');
    await expect(page.getByRole('button', { name: 'Open panel' })).toBeFocused();
    if (kind === 'side') return;
    // A press beside the drawer closes it too.
    await page.getByRole('button', { name: 'Open panel' }).click();
    await expect(panel).toBeVisible();
    await page.mouse.click(width / 2, 5);
    await expect(page.locator('#edits')).toHaveText('closed');
  });
