/**
 * For each place of a text, from one on, how many numbers of a row stand there one after the other. Pure. Linear: what is known
 * of the row itself says what need not be compared again (the Z algorithm).
 */
export function commonLengths(row: readonly number[], text: readonly number[], from: number): Int32Array {
  const own = ownLengths(row);
  const lengths = new Int32Array(Math.max(0, text.length - from));
  // The part of the text, from `left` to before `right`, that is known to be the begin of the row.
  let [left, right] = [from, from];
  for (let at = from; at < text.length; at++) {
    let same = at < right ? Math.min(right - at, own[at - left] ?? 0) : 0;
    while (same < row.length && at + same < text.length && row[same] === text[at + same]) same += 1;
    lengths[at - from] = same;
    if (at + same > right) [left, right] = [at, at + same];
  }
  return lengths;
}

/** The same of the row in itself; at its begin it is all of it. */
function ownLengths(row: readonly number[]): Int32Array {
  const lengths = new Int32Array(row.length);
  lengths[0] = row.length;
  let [left, right] = [0, 0];
  for (let at = 1; at < row.length; at++) {
    let same = at < right ? Math.min(right - at, lengths[at - left] ?? 0) : 0;
    while (at + same < row.length && row[same] === row[at + same]) same += 1;
    lengths[at] = same;
    if (at + same > right) [left, right] = [at, at + same];
  }
  return lengths;
}
