/** Chunks of 4 to 20 characters, the same in every run. */
export function cut(text: string): string[] {
  const chunks: string[] = [];
  let seed = 7;
  for (let at = 0; at < text.length; ) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const length = 4 + (seed % 17);
    chunks.push(text.slice(at, at + length));
    at += length;
  }
  return chunks;
}
