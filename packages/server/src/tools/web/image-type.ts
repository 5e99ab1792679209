const KINDS: readonly (readonly [type: string, at: number, bytes: string])[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/webp', 8, 'WEBP'],
  ['image/avif', 4, 'ftypavif'],
];

/** The type of a picture by its first bytes; undefined when it is none that is made of dots. Pure. */
export function imageType(body: Uint8Array): string | undefined {
  const head = Buffer.from(body.subarray(0, 16)).toString('latin1');
  const kind = KINDS.find(([, at, bytes]) => head.startsWith(bytes, at));
  return kind?.[0] === 'image/webp' && !head.startsWith('RIFF') ? undefined : kind?.[0];
}
