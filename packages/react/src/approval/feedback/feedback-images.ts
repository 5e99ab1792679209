import type { FeedbackImage } from '@millrace/engine/approval';

/** The kinds of image that a model can look at. */
export const IMAGE_TYPES: readonly FeedbackImage['media_type'][] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
];

export const MOST_IMAGES = 3;

/** A request has room for so many characters of base64. */
const MOST_BASE64 = 700_000;

export function isImageType(type: string): type is FeedbackImage['media_type'] {
  return IMAGE_TYPES.some((known) => known === type);
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size without a side over `most`, in the same proportions. Never larger, never less than one pixel. Pure. */
export function fitWithin({ width, height }: Size, most: number): Size {
  const scale = Math.min(1, most / Math.max(width, height));
  const side = (length: number): number => Math.max(1, Math.round(length * scale));
  return { width: side(width), height: side(height) };
}

/** Tells whether one more image goes into the same request. Pure. */
export function hasRoom(images: readonly FeedbackImage[], next: FeedbackImage): boolean {
  return [...images, next].reduce((all, { data }) => all + data.length, 0) < MOST_BASE64;
}
