import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { xlsx } from '../../fixtures/office-files.ts';
import { smallPdf } from '../../fixtures/small-pdf.ts';
import { type AgentApp, test } from './agent-app.ts';
import { expect } from './app.ts';
import { look, lookTwice } from './look.ts';

const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const chips = (page: Page) =>
  page.locator('.mr-composer').getByRole('list', { name: 'Files' }).getByRole('listitem');

/** A picture as a camera makes one, with a mark where the place would be. */
function picture(page: Page, width: number, height: number, type = 'image/jpeg'): Promise<Buffer> {
  return page
    .evaluate(
      async ([width, height, type]) => {
        const canvas = new OffscreenCanvas(width, height);
        const context = canvas.getContext('2d');
        if (context === null) throw new Error('There is no canvas.');
        const colours = context.createLinearGradient(0, 0, width, height);
        colours.addColorStop(0, 'teal');
        colours.addColorStop(1, 'orange');
        context.fillStyle = colours;
        context.fillRect(0, 0, width, height);
        const bytes = new Uint8Array(await (await canvas.convertToBlob({ type })).arrayBuffer());
        return Array.from(bytes);
      },
      [width, height, type] as const,
    )
    .then((bytes) => Buffer.from(bytes));
}

/** The same with EXIF that turns it and names a place. */
function withExif(jpeg: Buffer): Buffer {
  const exif = Buffer.from('45786966000049492a0008000000010012010300010000000600000000000000', 'hex');
  const place = Buffer.from('GPS 46.9480 N 7.4474 E');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + place.length + 2);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xe1]),
    length,
    exif,
    place,
    jpeg.subarray(2),
  ]);
}

/** Gives files to the page as a paste or a drop does. */
async function give(
  page: Page,
  how: 'paste' | 'dragover' | 'drop',
  files: readonly { name: string; type: string; bytes: Buffer }[],
): Promise<void> {
  const sent = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }));
  if (how === 'paste') {
    await box(page).focus();
    // The editor takes the place of the first field.
    await expect(page.locator('.cm-content')).toBeVisible();
  }
  const target = how === 'paste' ? box(page) : page.locator('body');
  await target.evaluate(
    (element, { how, sent }) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of sent)
        data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type }));
      const init = { bubbles: true, cancelable: true };
      if (how === 'paste')
        element.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }));
      else element.dispatchEvent(new DragEvent(how, { ...init, dataTransfer: data }));
    },
    { how, sent },
  );
}

const lastContent = (app: AgentApp) => app.requests.at(-1)?.messages.at(-1)?.content ?? [];

test('B70 a picture is picked, shown upright without its place, sent, read by the model, and there after a reload', async ({
  page,
  app,
}) => {
  app.script = [['I see it.']];
  const photo = withExif(await picture(page, 300, 200));
  expect(photo.includes('GPS')).toBe(true);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Attach files' }).click(),
  ]);
  await chooser.setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(chips(page)).toHaveCount(1);
  await expect(chips(page)).toContainText(/photo\.jpg.*\d (KB|B)/);
  await box(page).fill('What is it?');
  await lookTwice(page, 'composer-files');
  await box(page).press('Enter');
  await expect(page.getByText('I see it.')).toBeVisible();
  await expect(chips(page)).toHaveCount(0);
  const content = lastContent(app);
  expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'text']);
  const seen = Buffer.from(String(Reflect.get(content[1] ?? {}, 'data')), 'base64');
  expect(seen.includes('GPS')).toBe(false);
  await page.reload();
  const shown = page.getByRole('button', { name: 'Open photo.jpg' });
  await expect(shown.locator('img')).toBeVisible();
  // It was turned: what was wide is high.
  await expect(shown.locator('img')).toHaveAttribute('width', '200');
  await expect(shown.locator('img')).toHaveAttribute('height', '300');
  await look(page, 'message-picture');
});

test('B71 files are pasted and dropped, several at once; what does not fit is told and loses nothing else', async ({
  page,
  app,
}) => {
  app.script = [['Read.']];
  await box(page).focus();
  await give(page, 'paste', [
    { name: 'shot.png', type: 'image/png', bytes: await picture(page, 40, 30, 'image/png') },
  ]);
  await expect(chips(page)).toHaveCount(1);
  const files = [
    { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('Otters swim.') },
    { name: 'nothing.txt', type: 'text/plain', bytes: Buffer.alloc(0) },
  ];
  await give(page, 'dragover', files);
  await expect(page.getByText('Drop 2 files to attach them')).toBeVisible();
  await give(page, 'drop', files);
  await expect(chips(page)).toHaveCount(2);
  await expect(page.getByRole('alert').getByText('nothing.txt is empty, or a folder.')).toBeVisible();
  await expect(page.getByText('Drop 2 files to attach them')).toBeHidden();
  await page.getByRole('button', { name: 'Remove shot.png' }).click();
  await expect(chips(page)).toHaveCount(1);
  await expect(chips(page)).toContainText('12 B');
  // Without words.
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Read.')).toBeVisible();
  expect(JSON.stringify(lastContent(app))).toContain('Otters swim.');
  const line = page.locator('.mr-file-line');
  await expect(line).toContainText('notes.txt');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download notes.txt' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('notes.txt');
});

test('B72 files of a draft are there after a reload, go on after the server was away, and Enter waits for them', async ({
  page,
  app,
}) => {
  app.script = [['All of it.']];
  let isDown = true;
  await page.route('**/api/files/*/pieces/*', (route) => (isDown ? route.abort() : route.continue()));
  await box(page).fill('Read this');
  await give(page, 'paste', [
    { name: 'long.txt', type: 'text/plain', bytes: Buffer.from('a\n'.repeat(400_000)) },
  ]);
  await expect(chips(page)).toContainText('could not be reached');
  await page.reload();
  await expect(chips(page)).toContainText('long.txt');
  await expect(chips(page)).toContainText('could not be reached');
  isDown = false;
  await page.getByRole('button', { name: 'Send long.txt again' }).click();
  // It is on its way.
  await box(page).press('Enter');
  await expect(page.getByText('All of it.')).toBeVisible();
  expect(JSON.stringify(lastContent(app))).toContain('The rest is left out here');
  await page.reload();
  await expect(page.locator('.mr-file-line')).toContainText('long.txt');
  await expect(chips(page)).toHaveCount(0);
});

test('B73 pictures open in full screen, with zoom, keys and the next one, and Escape gives the focus back', async ({
  page,
  app,
}) => {
  app.script = [['Two.']];
  await give(page, 'paste', [
    { name: 'one.png', type: 'image/png', bytes: await picture(page, 400, 300, 'image/png') },
    { name: 'two.png', type: 'image/png', bytes: await picture(page, 300, 400, 'image/png') },
  ]);
  await box(page).press('Enter');
  await expect(page.getByText('Two.', { exact: true })).toBeVisible();
  const first = page.getByRole('button', { name: 'Open one.png' });
  await first.click();
  const viewer = page.getByRole('dialog', { name: 'one.png, 1 of 2' });
  await expect(viewer.getByRole('img', { name: 'one.png' })).toBeVisible();
  await lookTwice(page, 'picture-full');
  await page.keyboard.press('+');
  await expect(viewer.getByText('150%')).toBeVisible();
  await page.keyboard.press('0');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'two.png, 2 of 2' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(first).toBeFocused();
});

test('B74 at 390 px the files fit, above the text and in the message', async ({ page, app }) => {
  app.script = [['Small.']];
  await page.setViewportSize({ width: 390, height: 780 });
  await give(page, 'paste', [
    {
      name: 'a-name-that-is-longer-than-the-place-for-it.png',
      type: 'image/png',
      bytes: await picture(page, 90, 60, 'image/png'),
    },
    { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('Hi') },
  ]);
  await expect(chips(page)).toHaveCount(2);
  await look(page, 'composer-files-phone');
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(await isWide()).toBe(false);
  await box(page).press('Enter');
  await expect(page.getByText('Small.')).toBeVisible();
  expect(await isWide()).toBe(false);
  await look(page, 'message-files-phone');
});

/** A recording of silence. */
function wav(): Buffer {
  const samples = Buffer.alloc(8_000);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

test('B75 a PDF, a workbook and a recording are looked at where they are', async ({ page, app }) => {
  app.script = [['All read.']];
  const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  await give(page, 'paste', [
    {
      name: 'report.pdf',
      type: 'application/pdf',
      bytes: Buffer.from(smallPdf('First page', 'Second page', 'Third page')),
    },
    {
      name: 'sales.xlsx',
      type: '',
      bytes: Buffer.from(
        xlsx({
          Plan: `<row>${cell('Plan')}${cell('Lost')}</row><row>${cell('Free')}<c><v>287</v></c></row>`,
          Team: `<row>${cell('Other')}</row>`,
        }),
      ),
    },
    { name: 'talk.wav', type: 'audio/wav', bytes: wav() },
  ]);
  await expect(chips(page)).toHaveCount(3);
  // How much it takes is said before it is sent.
  await expect(chips(page).first()).toContainText('3 pages · ');
  await page.getByRole('button', { name: 'Options for report.pdf' }).click();
  await page.getByRole('radio', { name: 'Text of some pages' }).check();
  await page.getByRole('textbox', { name: 'Text of some pages' }).fill('2-3');
  await lookTwice(page, 'composer-file-options');
  await page.getByRole('button', { name: 'Move report.pdf to the right' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(chips(page).first()).toContainText('sales.xlsx');
  await box(page).press('Enter');
  await expect(page.getByText('All read.')).toBeVisible();
  const asked = JSON.stringify(lastContent(app));
  expect(asked).toContain('Plan,Lost');
  expect(asked).toContain('Second page');
  expect(asked).not.toContain('First page');

  await page.getByRole('button', { name: 'Open report.pdf' }).click();
  const pdf = page.getByRole('dialog', { name: 'report.pdf' });
  await expect(pdf.getByText('Second page')).toBeAttached();
  await expect(pdf.getByText('3 pages')).toBeVisible();
  await lookTwice(page, 'pdf-full');
  await page.keyboard.press('PageDown');
  await expect(pdf.getByRole('spinbutton', { name: 'Page, of 3' })).toHaveValue('2');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open report.pdf' })).toBeFocused();

  await page.getByRole('button', { name: 'Open sales.xlsx' }).click();
  const sheet = page.getByRole('dialog', { name: 'sales.xlsx' });
  await expect(sheet.getByRole('gridcell', { name: '287' })).toBeVisible();
  await lookTwice(page, 'workbook-full');
  await sheet.getByRole('button', { name: 'Team' }).click();
  await expect(sheet.getByText('Other').first()).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Play talk.wav' }).click();
  await expect(page.getByLabel('talk.wav', { exact: true })).toHaveJSProperty('error', null);
  await expect
    .poll(() =>
      page.getByLabel('talk.wav', { exact: true }).evaluate((player) => Reflect.get(player, 'duration')),
    )
    .toBe(1);
});

test('B76 a picture that a tool has made stands in the answer, and opens like any other', async ({
  page,
  app,
}) => {
  writeFileSync(join(app.workspace, 'chart.png'), await picture(page, 300, 200, 'image/png'));
  app.script = [
    [{ id: 'a', name: 'show_file', input: { path: 'chart.png', alt: 'Sales by month' } }],
    ['Here it is.'],
  ];
  await box(page).fill('Show me the chart');
  await box(page).press('Enter');
  await expect(page.getByText('Here it is.')).toBeVisible();
  const shown = page.getByRole('button', { name: 'Open Sales by month' });
  await expect(shown.locator('img')).toBeVisible();
  await lookTwice(page, 'answer-picture');
  await page.reload();
  await expect(shown.locator('img')).toBeVisible();
  await shown.click();
  const viewer = page.getByRole('dialog', { name: 'Sales by month' });
  await expect(viewer.getByRole('img', { name: 'Sales by month' })).toBeVisible();
});
