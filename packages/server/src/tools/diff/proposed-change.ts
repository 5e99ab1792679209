import type { ProposedChange, ProposedFile } from '@millrace/engine/run';
import type { PreviewedFile, ToolPreview } from '../define/tool.ts';
import { MOST_TEXT, unifiedDiff } from './unified-diff.ts';

/** All diffs of a question together have so many characters. */
export const MOST_DIFF = 64 * 1024;
const MOST_FILES = 50;

/** The preview that a person is shown: a diff of each file, or why there is none. Bounded. Pure. */
export function proposedChange({ files, shows }: ToolPreview): ProposedChange {
  let room = MOST_DIFF;
  const shown = files.slice(0, MOST_FILES).map((file) => {
    const proposed = proposedFile(file, room);
    room -= proposed.diff?.length ?? 0;
    return proposed;
  });
  const whole = files.length <= MOST_FILES && shown.every(({ diff }) => diff !== undefined);
  return { files: shown, shows: whole ? shows : [] };
}

function proposedFile(file: PreviewedFile, room: number): ProposedFile {
  const { path } = file;
  if ('problem' in file) return { path, added: 0, removed: 0, note: file.problem };
  const { before, after, note } = file;
  const of = { path, before_hash: before?.version ?? null };
  if (Math.max(after.length, before?.text.length ?? 0) > MOST_TEXT)
    return { ...of, added: 0, removed: 0, state: 'long_file', note: NOTES.long_file };
  const { diff, added, removed } = unifiedDiff(before?.text ?? '', after);
  if (diff.length > room) return { ...of, added, removed, state: 'long_diff', note: NOTES.long_diff };
  if (note !== undefined) return { ...of, diff, added, removed, note };
  const state = before === undefined ? 'new' : diff === '' ? 'same' : undefined;
  return { ...of, diff, added, removed, ...(state !== undefined && { state, note: NOTES[state] }) };
}

const NOTES = {
  new: 'A new file.',
  same: 'Nothing would change.',
  long_file: 'The file is too large to show what would change.',
  long_diff: 'The change is too large to show here. The arguments contain all of it.',
} as const;
