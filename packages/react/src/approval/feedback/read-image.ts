import type { FeedbackImage } from '@millrace/engine/approval';
import type { Words } from '../../words/words-context.ts';
import { fitWithin, isImageType } from './feedback-images.ts';

const MOST_PX = 1280;
const KEEP_BYTES = 200_000;
const QUALITIES = [0.85, 0.7, 0.5];

export interface ReadImage {
  readonly image: FeedbackImage;
  /** For drawing it here: the page's policy lets no `<img>` show anything but files of the server. */
  readonly bitmap: ImageBitmap;
}

/** Reads an image for sending; one that is large is drawn smaller first. Rejects with a sentence for the person. */
export async function readImage(strings: Words, file: File): Promise<ReadImage> {
  const name = file.name || strings.pastedImage;
  if (!isImageType(file.type)) throw new Error(strings.imageType(name));
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(strings.imageBroken(name));
  });
  const small = Math.max(bitmap.width, bitmap.height) <= MOST_PX && file.size <= KEEP_BYTES;
  const blob = small ? file : await drawSmaller(bitmap);
  if (blob === undefined || !isImageType(blob.type)) throw new Error(strings.imageBroken(name));
  return { image: { media_type: blob.type, data: await toBase64(strings, blob) }, bitmap };
}

async function drawSmaller(bitmap: ImageBitmap): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, fitWithin(bitmap, MOST_PX));
  const pen = canvas.getContext('2d');
  if (pen === null) return undefined;
  // A JPEG has no transparency.
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  let best: Blob | undefined;
  for (const quality of QUALITIES) {
    best = (await encode(canvas, quality)) ?? best;
    if (best !== undefined && best.size <= KEEP_BYTES) break;
  }
  return best;
}

/** As WebP, or as JPEG in a browser that can't write WebP. */
async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob | undefined> {
  for (const type of ['image/webp', 'image/jpeg']) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (blob?.type === type) return blob;
  }
  return undefined;
}

function toBase64(strings: Words, blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(new Error(strings.imageBroken(strings.pastedImage)));
    reader.readAsDataURL(blob);
  });
}
