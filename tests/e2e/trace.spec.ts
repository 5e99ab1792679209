import { expect, finished, test } from './app.ts';
import { card, settled } from './cards.ts';
import { lookTwice } from './look.ts';

test('W451 an answer opens the trace of its run, which is copied without content', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Edit a file, but ask me first' }).click();
  const edit = card(page, 'Change src/app.ts');
  await expect(edit).toBeVisible({ timeout: 20_000 });
  await settled(page);
  await edit.getByRole('button', { name: 'Approve' }).click();
  await finished(page);
  const open = page.getByRole('button', { name: 'Show the trace of this run' });
  await open.click();
  const trace = page.getByRole('dialog', { name: 'Trace of the run' });
  await expect(trace.getByRole('rowheader')).toContainText([
    /request 1/,
    /read_file/,
    /request 2/,
    /Waited for you/,
  ]);
  await expect(trace.getByText('Tokens in').first()).toBeVisible();
  await trace.getByRole('button', { name: 'Copy without content' }).click();
  await expect(trace.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const { steps } = JSON.parse(copied) as { readonly steps: readonly { readonly type: string }[] };
  expect(steps.map(({ type }) => type)).toContain('person');
  expect(copied).not.toContain('limiter');
  await lookTwice(page, 'trace-wide');
  await page.setViewportSize({ width: 390, height: 844 });
  await lookTwice(page, 'trace-phone');
  await page.keyboard.press('Escape');
  await expect(trace).toHaveCount(0);
  await expect(open).toBeFocused();
});
