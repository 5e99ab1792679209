import type { Readable } from 'node:stream';

/** Reads what `git cat-file --batch` says, object by object; undefined for one that is missing. */
export async function* readObjects(output: Readable): AsyncGenerator<Buffer | undefined> {
  let held: Buffer[] = [];
  let size = 0;
  let wanted: number | undefined;
  for await (const part of output) {
    held.push(part as Buffer); // a pipe without an encoding gives buffers
    size += (part as Buffer).length; // as above
    // One copy for each object, not for each piece of it.
    if (wanted !== undefined && size <= wanted) continue;
    let bytes: Buffer = held.length === 1 ? (held[0] ?? Buffer.alloc(0)) : Buffer.concat(held);
    for (;;) {
      if (wanted === undefined) {
        const end = bytes.indexOf(10);
        if (end < 0) break;
        const head = bytes.toString('utf8', 0, end);
        bytes = bytes.subarray(end + 1);
        const length = / (\d+)$/.exec(head)?.[1];
        if (length === undefined || head.endsWith(' missing')) yield undefined;
        else wanted = Number(length);
      } else {
        if (bytes.length <= wanted) break;
        yield bytes.subarray(0, wanted);
        bytes = bytes.subarray(wanted + 1);
        wanted = undefined;
      }
    }
    held = [bytes];
    size = bytes.length;
  }
}
