import { type DiffFile, diffFile } from '../../approval/diff/diff-file.ts';
import type { Words } from '../../words/words-context.ts';
import type { CallChange } from '../step/call-change.ts';
import type { TimelineToolProps } from '../tool/timeline-tool.ts';
import { type EditedValue, editedArguments, editedMarks, type Ring } from './edited-marks.ts';
import { readAskedFiles } from './read-asked-files.ts';

/** A change as it is drawn. */
export interface ChangeFiles {
  /** The files that the call changed or, when it has changed none, would have. */
  readonly files: readonly DiffFile[];
  readonly isMade: boolean;
  /** The files as the model asked for them; none when the call ran like that. */
  readonly asked: readonly DiffFile[];
  /** The pieces that the person changed, for each file. */
  readonly rings: readonly ReadonlyMap<number, Ring>[];
  readonly values: readonly EditedValue[];
}

/** The files of a change with what a person made of it. Pure. */
export function changeFiles(
  strings: Words,
  { made, asked, edited }: CallChange,
  args: TimelineToolProps['args'],
): ChangeFiles {
  const wanted = edited?.asked ?? args;
  const shown = asked?.files.map((file) => diffFile(file, strings.wouldChange)) ?? readAskedFiles(wanted);
  // A call that ran with other arguments, and changed nothing, would have changed what these say.
  const rest = edited === undefined ? shown : readAskedFiles(edited.ran);
  const files = made?.files.map((file) => diffFile(file, strings.didChange)) ?? rest;
  if (edited === undefined) return { files, isMade: made !== undefined, asked: [], rings: [], values: [] };
  const marks = files.map((file, place) => editedMarks(rowsOf(shown, file.path, place), file.rows));
  return {
    files,
    isMade: made !== undefined,
    asked: shown,
    rings: marks.map(({ rings }) => rings),
    values: [...editedArguments(edited.asked, edited.ran), ...marks.flatMap(({ values }) => values)],
  };
}

/** The lines that were asked for in the same file, or in the one that stood in its place. */
function rowsOf(asked: readonly DiffFile[], path: string, place: number): DiffFile['rows'] {
  return (asked.find((file) => file.path === path) ?? asked[place])?.rows ?? [];
}
