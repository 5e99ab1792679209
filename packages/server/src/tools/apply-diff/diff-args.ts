import { readFileArgs } from '../define/file-args.ts';
import type { DiffBlock } from './diff-block.ts';
import { parseDiff } from './parse-diff.ts';

export interface FileDiff {
  readonly path: string;
  readonly blocks: readonly DiffBlock[];
}

export type ParsedArgs = { readonly files: readonly FileDiff[] } | { readonly problem: string };

const MOST = 50;

/** The changes that a call of apply_diff asks for: one file by `path` and `diff`, or several by `args`. Pure. Never throws. */
export function parseDiffInput(input: {
  readonly path?: string | undefined;
  readonly diff?: string | undefined;
  readonly args?: string | undefined;
}): ParsedArgs {
  const { path, diff, args = '' } = input;
  if (args.trim() === '') {
    if (path === undefined || diff === undefined)
      return { problem: 'Give path and diff, or args for several files.' };
    const parsed = parseDiff(diff, path);
    return 'problem' in parsed ? parsed : { files: [{ path, blocks: parsed.blocks }] };
  }
  if (path !== undefined || diff !== undefined) return { problem: 'Give path and diff, or args, not both.' };
  const read = readFileArgs(args, endsWithBlock);
  if ('problem' in read) return read;
  if (read.files.length > MOST) return { problem: `Change at most ${MOST} files at once.` };
  return parseFiles(read.files);
}

function parseFiles(listed: readonly { readonly path: string; readonly rest: string }[]): ParsedArgs {
  const files = new Map<string, readonly DiffBlock[]>();
  for (const { path, rest } of listed) {
    const parsed = parseDiffs(rest, path);
    if ('problem' in parsed) return { problem: `${path}: ${parsed.problem}` };
    const before = files.get(path) ?? [];
    files.set(path, [...before, ...parsed.blocks.map((block) => renumber(block, before.length))]);
  }
  return { files: Array.from(files, ([path, blocks]) => ({ path, blocks })) };
}

/** Tells whether a text ends where the diffs of a file may end. */
function endsWithBlock(rest: string): boolean {
  return /\n>>>>>>> REPLACE\s*(?:\]\]>\s*)?(?:<\/content>\s*)?(?:<start_line>\s*\d+\s*<\/start_line>\s*)?<\/diff>$/.test(
    rest.slice(-500),
  );
}

/** Reads the `<diff>`s of a file, each with a `<start_line>` for those of its blocks that have none. */
function parseDiffs(
  rest: string,
  path: string,
): { readonly blocks: readonly DiffBlock[] } | { readonly problem: string } {
  const blocks: DiffBlock[] = [];
  let text = rest;
  while (text !== '') {
    if (!text.startsWith('<diff>')) return { problem: 'Only <diff>…</diff> may follow the path.' };
    const end = endOfDiff(text);
    const parsed = parseOne(text.slice('<diff>'.length, end), path);
    if ('problem' in parsed) return parsed;
    blocks.push(...parsed.blocks.map((block) => renumber(block, blocks.length)));
    text = text.slice(end + '</diff>'.length).trim();
  }
  return blocks.length > 0 ? { blocks } : { problem: 'There is no <diff>.' };
}

/** The `</diff>` of the first diff: behind a whole block, before another one or the end. */
function endOfDiff(text: string): number {
  for (let at = text.indexOf('</diff>'); at >= 0; at = text.indexOf('</diff>', at + 1)) {
    const end = at + '</diff>'.length;
    const next = text.slice(end).trimStart();
    if ((next === '' || next.startsWith('<diff>')) && endsWithBlock(text.slice(0, end))) return at;
  }
  return text.length;
}

function parseOne(diff: string, path: string): ReturnType<typeof parseDiff> {
  const [, number] = /<start_line>\s*(\d+)\s*<\/start_line>\s*$/.exec(diff) ?? [];
  const content = diff
    .replace(/<start_line>\s*\d+\s*<\/start_line>\s*$/, '')
    .trim()
    .replace(/^<content>|<\/content>$/g, '')
    .trim()
    .replace(/^<!\[CDATA\[|\]\]>$/g, '');
  const parsed = parseDiff(content, path);
  if ('problem' in parsed || number === undefined || Number(number) === 0) return parsed;
  return {
    blocks: parsed.blocks.map((block) => ({ ...block, startLine: block.startLine ?? Number(number) })),
  };
}

function renumber(block: DiffBlock, before: number): DiffBlock {
  return { ...block, number: block.number + before };
}
