import type { LeftOut, LeftOutReason } from './checkpoints.ts';

const MOST_NAMES = 20;

/** Notes for a person about files that a checkpoint leaves out, one sentence for each reason. Pure. */
export function checkpointNotes(leftOut: readonly LeftOut[], maxFileBytes: number): string[] {
  const because: Readonly<Record<LeftOutReason, string>> = {
    ignored: 'because .gitignore names it or it holds installed packages',
    large: `because it is larger than ${bytesText(maxFileBytes)}`,
    unreadable: "because it can't be read",
    special: 'because it is not a file, folder or link',
    name: "because git can't store its name",
  };
  // The order of the record is the order of the notes.
  return (Object.keys(because) as LeftOutReason[]).flatMap((why) => {
    const paths = leftOut.flatMap((each) => (each.why === why ? [each.path] : [])).sort();
    return paths.length === 0 ? [] : [`Not saved, ${because[why]}: ${names(paths)}.`];
  });
}

function names(paths: readonly string[]): string {
  const shown = paths
    .slice(0, MOST_NAMES)
    .map((path) => (/[\p{C}"]/u.test(path) ? JSON.stringify(path) : path));
  const more = paths.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A size as people say it. */
export function bytesText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${Math.round((bytes / 1024 ** power) * 10) / 10} ${units[power]}`;
}
