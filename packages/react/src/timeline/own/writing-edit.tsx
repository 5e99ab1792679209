import { Arguments } from '../../approval/card/arguments.tsx';
import { ChangeRows } from '../change/change-rows.tsx';
import { readAskedFiles } from '../change/read-asked-files.ts';
import type { TimelineToolProps } from '../tool/timeline-tool.ts';

/** Only the end is drawn: it is drawn again with each piece that comes. */
const MOST_ROWS = 40;

/** The change of a file while a model writes it. */
export function WritingEdit({ args }: TimelineToolProps) {
  // Its path may come last.
  const files = readAskedFiles({ path: '', ...args });
  if (files.length === 0) return <Arguments input={args} />;
  return files.map((file, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows
    <ChangeRows key={place} file={file} most={MOST_ROWS} fromEnd />
  ));
}
