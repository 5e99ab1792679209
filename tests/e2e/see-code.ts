import type { Locator } from '@playwright/test';
import { readCode } from '../support/read-code.ts';

/** The text of a code, as a camera sees it on the screen. */
export async function seeCode(code: Locator): Promise<string | undefined> {
  const picture = (await code.screenshot()).toString('base64');
  // An empty page has no policy that forbids to look at a picture.
  const eye = await code.page().context().newPage();
  const { data, width, height } = await eye.evaluate(async (png) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    canvas?.drawImage(bitmap, 0, 0);
    const image = canvas?.getImageData(0, 0, bitmap.width, bitmap.height);
    return { data: [...(image?.data ?? [])], width: bitmap.width, height: bitmap.height };
  }, picture);
  await eye.close();
  return readCode(new Uint8ClampedArray(data), width, height);
}
