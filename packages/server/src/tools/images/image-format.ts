export type ImageFormat = 'png' | 'jpeg' | 'webp';

const ENDINGS: Readonly<Record<string, ImageFormat>> = {
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  webp: 'webp',
};

/** The kind of picture that a path names. Pure. */
export function pathFormat(path: string): ImageFormat | undefined {
  return ENDINGS[/\.(png|jpe?g|webp)$/i.exec(path)?.[1]?.toLowerCase() ?? ''];
}

/** The kind of picture that bytes are, by how they begin; undefined for anything else. Pure. */
export function imageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'webp' : undefined;
}
