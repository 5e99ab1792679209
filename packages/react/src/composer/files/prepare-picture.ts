/** A picture that is ready to be sent. */
export interface PreparedPicture {
  readonly bytes: Blob;
  readonly width: number;
  readonly height: number;
}

/** Models see no more dots than these. */
const LONGEST_SIDE = 2048;
const QUALITY = 0.9;

/** Pictures that a canvas writes again without loss of what they are. One that moves stays as it is. */
const WRITABLE = new Set(['image/jpeg', 'image/png', 'image/webp']);

/**
 * A picture upright, not larger than models see, and without what a camera writes into it, such as the place. Undefined for what is no
 * picture that the browser can write: it is sent as it is. Never throws.
 */
export async function preparePicture(file: Blob): Promise<PreparedPicture | undefined> {
  if (!WRITABLE.has(file.type)) return undefined;
  try {
    const whole = await createImageBitmap(file);
    const { width, height } = scaled(whole);
    // The browser scales beside the page.
    const picture =
      width === whole.width
        ? whole
        : await createImageBitmap(whole, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
    if (picture !== whole) whole.close();
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    picture.close();
    const bytes = await canvas.convertToBlob({ type: file.type, quality: QUALITY });
    return bytes.type === file.type ? { bytes, width, height } : undefined;
  } catch {
    return undefined;
  }
}

/** The size of a picture whose longer side fits. Pure. */
export function scaled({ width, height }: { readonly width: number; readonly height: number }) {
  const part = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * part)), height: Math.max(1, Math.round(height * part)) };
}
