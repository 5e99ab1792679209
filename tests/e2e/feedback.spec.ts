import type { Page } from '@playwright/test';
import type { DecisionRequest } from '../../packages/engine/src/run.ts';
import { test } from './agent-app.ts';
import { expect } from './app.ts';
import { ask, calls, card, POST, press, reload, resultTold, theEnd } from './cards.ts';
import { violations } from './look.ts';

type Decision = DecisionRequest['decision'];

/** The decisions that the page sends from now on. */
function decisions(page: Page): Decision[] {
  const sent: Decision[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/decisions')) sent.push(request.postDataJSON().decision);
  });
  return sent;
}

/** A picture of noise, which no format makes small. */
async function noise(page: Page, width: number, height: number): Promise<Buffer> {
  const data = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: w, height: h });
      const pen = canvas.getContext('2d');
      const pixels = new ImageData(w, h);
      let seed = 1;
      for (let i = 0; i < pixels.data.length; i++) {
        seed = (seed * 48_271) % 2_147_483_647;
        pixels.data[i] = i % 4 === 3 ? 255 : seed % 256;
      }
      pen?.putImageData(pixels, 0, 0);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    [width, height] as const,
  );
  return Buffer.from(data, 'base64');
}

/** The size of an image that was sent. */
const sizeOf = (page: Page, { media_type, data }: { media_type: string; data: string }) =>
  page.evaluate(
    async ([type, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const { width, height } = await createImageBitmap(new Blob([bytes], { type }));
      return { width, height };
    },
    [media_type, data] as const,
  );

const png = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });

test('U41 a yes may have words, which the model reads with the result', async ({ page, app }) => {
  await ask(page, app, POST);
  const sent = decisions(page);
  await press(card(page), 'Add a note');
  const field = card(page).getByRole('textbox', { name: 'What should it know?' });
  await expect(field).toBeFocused();
  await field.fill('Post the table next.');
  await card(page).getByRole('button', { name: 'Approve and send' }).focus();
  await page.keyboard.press('Enter');
  await expect(card(page)).toContainText('Enter alone does not approve.');
  expect(sent).toEqual([]);
  await field.focus();
  await page.keyboard.press('Control+Enter');
  await theEnd(page);
  expect(sent).toEqual([{ type: 'approve', message: 'Post the table next.' }]);
  expect(app.ran).toHaveLength(1);
  expect(resultTold(app, 'c1')).toContain('Post the table next.');
  for (let round = 0; round < 2; round++) {
    await expect(calls(page)).toContainText('Approved by you: “Post the table next.”');
    await reload(page);
  }
});

test('U42 images are picked or pasted, made small enough, shown, removed and sent', async ({ page, app }) => {
  await ask(page, app, POST);
  const sent = decisions(page);
  await press(card(page), 'Reject…');
  const images = card(page).getByRole('list', { name: 'Images' });
  const chooser = page.waitForEvent('filechooser');
  await press(card(page), 'Add images');
  await (await chooser).setFiles([
    png('small.png', await noise(page, 20, 10)),
    png('wide.png', await noise(page, 1600, 400)),
  ]);
  await expect(images.getByRole('img')).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
  await press(card(page), 'Remove small.png');
  await expect(images.getByRole('img')).toHaveCount(1);
  await expect(card(page).getByRole('button', { name: 'Add images' })).toBeFocused();
  const pasted = (await noise(page, 30, 30)).toString('base64');
  await card(page)
    .getByRole('textbox')
    .evaluate((field, base64) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'shot.png', { type: 'image/png' }));
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, pasted);
  await expect(images.getByRole('img', { name: 'shot.png' })).toBeVisible();
  await press(card(page), 'Reject and send');
  await theEnd(page);
  const [decision] = sent;
  expect(decision).toMatchObject({ type: 'reject', images: [{}, { media_type: 'image/png', data: pasted }] });
  const [wide] = decision?.images ?? [];
  expect(wide?.media_type).toMatch(/^image\/(webp|jpeg)$/);
  expect(wide && (await sizeOf(page, wide))).toEqual({ width: 1280, height: 320 });
  // The model sees just these.
  const seen = app.requests.at(-1)?.messages.flatMap(({ content }) => content) ?? [];
  expect(seen.flatMap((block) => (block.type === 'image' ? [block.data] : []))).toEqual([wide?.data, pasted]);
  for (let round = 0; round < 2; round++) {
    await expect(calls(page)).toContainText('Rejected by you, with 2 images');
    await reload(page);
  }
});

test('U42 an image that is not taken says why', async ({ page, app }) => {
  await ask(page, app, POST);
  await press(card(page), 'Reject…');
  const picked = card(page).locator('input[type=file]');
  const alert = card(page).getByRole('alert');
  const images = card(page).getByRole('list', { name: 'Images' }).getByRole('listitem');
  const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  await picked.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer });
  await expect(alert).toHaveText('logo.svg is not a PNG, JPEG, GIF or WebP image.');
  await picked.setInputFiles(png('broken.png', buffer));
  await expect(alert).toHaveText('broken.png could not be read as an image.');
  const dot = await noise(page, 4, 4);
  await picked.setInputFiles(['1', '2', '3', '4'].map((name) => png(`${name}.png`, dot)));
  await expect(alert).toHaveText('At most 3 images.');
  await expect(images).toHaveCount(3);
  for (const name of ['1.png', '2.png', '3.png']) await press(card(page), `Remove ${name}`);
  // Noise of this size stays large in every format.
  const large = await noise(page, 900, 900);
  await picked.setInputFiles(['a', 'b', 'c'].map((name) => png(`${name}.png`, large)));
  await expect(alert).toHaveText(/^[abc]\.png is too large\. All images together can be up to 500 KB\.$/, {
    timeout: 20_000,
  });
});
