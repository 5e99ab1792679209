import type { FeedbackImage } from '@millrace/engine/approval';

/** An image as the address that holds it. Pure. */
export function dataUrl({ media_type, data }: FeedbackImage): string {
  return `data:${media_type};base64,${data}`;
}
