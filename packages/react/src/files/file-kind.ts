import type { MessageFile } from '@millrace/engine/run';

/** The way in which a file of a message is shown. */
export type FileKind = 'picture' | 'sound' | 'film' | 'pdf' | 'sheet' | 'other';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Tells how a file is shown: only what a browser draws and runs nothing of. Pure. */
export function fileKind({ type }: Pick<MessageFile, 'type'>): FileKind {
  if (/^image\/(png|jpeg|gif|webp|avif)$/.test(type)) return 'picture';
  if (/^audio\/(mpeg|mp4|wav|ogg|flac)$/.test(type)) return 'sound';
  if (/^video\/(mp4|webm|quicktime)$/.test(type)) return 'film';
  if (type === 'application/pdf') return 'pdf';
  if (type === WORKBOOK || type === 'text/csv' || type === 'text/tab-separated-values') return 'sheet';
  return 'other';
}
