import type { DiffFile } from '../../approval/diff/diff-file.ts';
import type { DiffRow } from '../../approval/diff/read-diff.ts';
import { readBlocks } from './read-blocks.ts';

type Args = Readonly<Record<string, unknown>>;

/**
 * The files that the arguments of a call ask to change, with the lines that they name, whether or not they fit the files. Also
 * of arguments that are still being written. None when they ask for nothing of that kind. Pure. Linear.
 */
export function readAskedFiles(args: Args): readonly DiffFile[] {
  const path = textIn(args, 'path') ?? textIn(args, 'target_file');
  const [diff, list, code] = [textIn(args, 'diff'), textIn(args, 'args'), textIn(args, 'code_edit')];
  if (list !== undefined && list.trim() !== '') return readBlocks(list).map(fileOf);
  if (path === undefined) return [];
  if (diff !== undefined) return [fileOf({ path, rows: readBlocks(diff).flatMap(({ rows }) => rows) })];
  if (code !== undefined)
    return [{ ...fileOf({ path, rows: partRows(code) }), note: textIn(args, 'instructions') }];
  const [search, replace] = [textIn(args, 'search'), textIn(args, 'replace')];
  if (search !== undefined)
    return [fileOf({ path, rows: [...rowsOf('removed', search), ...rowsOf('added', replace ?? '')] })];
  const content = textIn(args, 'content');
  return content === undefined ? [] : [fileOf({ path, rows: rowsOf('added', content, firstLine(args)) })];
}

function fileOf({ path, rows }: Pick<DiffFile, 'path' | 'rows'>): DiffFile {
  const count = (type: DiffRow['type']): number => rows.filter((row) => row.type === type).length;
  return { path, rows, added: count('added'), removed: count('removed') };
}

function textIn(args: Args, name: string): string | undefined {
  const value = args[name];
  return typeof value === 'string' ? value : undefined;
}

/** New lines go before the given one; 0 is the end of the file, whose number nobody knows. */
function firstLine({ line = 1 }: Args): number | undefined {
  return typeof line === 'number' && line > 0 ? line : undefined;
}

function rowsOf(type: 'added' | 'removed', text: string, from?: number): readonly DiffRow[] {
  if (text === '') return [];
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line, i) => ({
    type,
    text: withoutCr(line),
    ...(from !== undefined && { after: from + i }),
  }));
}

/** A line such as `// ... existing code ...` stands for code that stays. */
function isExisting(line: string): boolean {
  const [first, last] = [line.indexOf('...'), line.lastIndexOf('...')];
  const middle = line.slice(first + 3, last).toLowerCase();
  return (
    first >= 0 && middle.includes('existing code') && !/\w/.test(line.slice(0, first) + line.slice(last + 3))
  );
}

/** The parts of a file as they will be: which of their lines are new, only the file can tell. */
function partRows(code: string): readonly DiffRow[] {
  return code
    .replace(/\n$/, '')
    .split('\n')
    .map((line) =>
      isExisting(line) ? { type: 'gap', count: undefined } : { type: 'same', text: withoutCr(line) },
    );
}

const withoutCr = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);
