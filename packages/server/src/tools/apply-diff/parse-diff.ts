import type { DiffBlock } from './diff-block.ts';

const SEARCH = /^<<<<<<< SEARCH>?\s*$/;
const MIDDLE = /^=======\s*$/;
const REPLACE = /^>>>>>>> REPLACE\s*$/;
const NUMBER = /^:(start|end)_line:\s*(\d+)\s*$/;
const RULE = /^-------\s*$/;
const ESCAPED = /^\\(?=\\*(?:<<<<<<<|=======|>>>>>>>|-------|:start_line:|:end_line:))/;
const FENCE = /^```\w*\s*$/;
/** The marks of version control in files with a conflict, and markers that are written wrongly. */
const CONFLICT = /^(?:<<<<<<<|>>>>>>>)/;

interface OpenBlock {
  readonly number: number;
  readonly line: number;
  startLine: number | undefined;
  readonly search: string[];
  readonly replace: string[];
  at: 'head' | 'search' | 'replace';
  /** True when the part that replaces has begun with a number. */
  numbered: boolean;
}

export type ParsedDiff = { readonly blocks: readonly DiffBlock[] } | { readonly problem: string };

/**
 * Reads the changes of a diff. A line of a file that looks like a marker has a `\` before it. A diff that can be read in two
 * ways is not read at all, because a half of it would be written. Pure. Never throws. Linear.
 */
export function parseDiff(diff: string, path?: string): ParsedDiff {
  const blocks: DiffBlock[] = [];
  let open: OpenBlock | undefined;
  let isNamed = false;
  for (const [i, raw] of diff.split('\n').entries()) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    // Most lines are no markers, and a diff may have many.
    if (open !== undefined && !/^[<=>]/.test(line)) {
      takeLine(open, line);
      continue;
    }
    const fail = (why: string): ParsedDiff => ({ problem: `Line ${i + 1} of the diff: ${why}` });
    if (open === undefined) {
      if (SEARCH.test(line)) {
        open = openBlock(blocks.length + 1, i + 1);
        isNamed = false;
      } else if (!isNamed && isName(line, path)) isNamed = true;
      else if (line.trim() !== '' && !FENCE.test(line))
        return fail(`${quote(line)} is outside every block.${HINT}`);
    } else if (SEARCH.test(line)) {
      return fail(
        `a block begins before the block of line ${open.line} has ended with >>>>>>> REPLACE.${HINT}`,
      );
    } else if (REPLACE.test(line)) {
      if (open.at !== 'replace') return fail(`>>>>>>> REPLACE has no ======= before it.${HINT}`);
      const { number, startLine, search, replace } = open;
      blocks.push({ number, startLine, search, replace });
      open = undefined;
    } else if (MIDDLE.test(line)) {
      if (open.at === 'replace') return fail(`there is a second =======.${HINT}`);
      open.at = 'replace';
    } else if (CONFLICT.test(line)) return fail(`${quote(line)} is no marker of a diff.${HINT}`);
    else takeLine(open, line);
  }
  if (open !== undefined) return { problem: `The block of line ${open.line} has no >>>>>>> REPLACE.${HINT}` };
  return blocks.length > 0 ? { blocks } : { problem: 'The diff has no <<<<<<< SEARCH block.' };
}

/** Tells whether a line above a block is the name of the file that the diff is for. */
function isName(line: string, path: string | undefined): boolean {
  // Headings, code and bold print are how models write a name.
  const [name, ...more] = line.split(/[`*#:\s]/).filter((part) => part !== '');
  if (name === undefined || path === undefined || more.length > 0) return false;
  const [short, long] = [name, path].map((each) => each.replaceAll('\\', '/').replace(/^\.\//, ''));
  return short === long || `${long}`.endsWith(`/${short}`) || `${short}`.endsWith(`/${long}`);
}

const HINT = ' Put \\ before a line of the file that looks like a marker.';

function openBlock(number: number, line: number): OpenBlock {
  return { number, line, startLine: undefined, search: [], replace: [], at: 'head', numbered: false };
}

function takeLine(open: OpenBlock, line: string): void {
  if (open.at === 'head') {
    const [, which, number] = NUMBER.exec(line) ?? [];
    if (which === 'start' && Number(number) > 0) open.startLine = Number(number);
    if (which !== undefined) return;
    open.at = 'search';
    if (RULE.test(line)) return;
  }
  // Some models begin both parts alike: a number and a rule are no lines of the file there either.
  if (open.at === 'replace' && open.replace.length === 0) {
    if (NUMBER.test(line)) {
      open.numbered = true;
      return;
    }
    if (open.numbered && RULE.test(line)) {
      open.numbered = false;
      return;
    }
  }
  open[open.at].push(line.startsWith('\\') ? line.replace(ESCAPED, '') : line);
}

function quote(line: string): string {
  return JSON.stringify(line.length > 60 ? `${line.slice(0, 60)}…` : line);
}
