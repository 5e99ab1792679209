import type { DiffRow } from '../../approval/diff/read-diff.ts';

/** The lines that the blocks for one file take out and put in. */
export interface FileBlocks {
  readonly path: string;
  readonly rows: DiffRow[];
}

const SEARCH = /<<<<<<< SEARCH>?\s*$/;
/** A block that begins in another one, which the server refuses. */
const INNER = /^<<<<<<< SEARCH>?\s*$/;
const MIDDLE = /^=======\s*$/;
const REPLACE = /^>>>>>>> REPLACE(?=\s|\]|<|$)/;
const HEAD = /^:(?:start|end)_line:\s*(\d+)\s*$/;
const RULE = /^-------\s*$/;
const ESCAPED = /^\\(?=\\*(?:<<<<<<<|=======|>>>>>>>|-------|:start_line:|:end_line:))/;

type Place = 'outside' | 'head' | 'search' | 'replace';

/**
 * Reads the blocks of a diff for people: what the server would refuse, or has not all arrived, is shown as far as it goes, and no
 * marker is ever shown. Pure. Never throws. Linear.
 */
export function readBlocks(text: string): readonly FileBlocks[] {
  const files: FileBlocks[] = [];
  let place: Place = 'outside';
  let before: number | undefined;
  const rows = (): DiffRow[] => {
    if (files.length === 0) files.push({ path: '', rows: [] });
    return files.at(-1)?.rows ?? [];
  };
  for (const raw of text.split('\n')) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (REPLACE.test(line)) place = 'outside';
    if (place === 'outside' || INNER.test(line)) {
      for (const [, path = ''] of line.matchAll(/<path>([^<]*)<\/path>/g))
        files.push({ path: path.trim(), rows: [] });
      if (!SEARCH.test(line)) continue;
      if (rows().length > 0) rows().push({ type: 'gap', count: undefined });
      [place, before] = ['head', undefined];
    } else if (MIDDLE.test(line)) place = 'replace';
    else if (place === 'head' && HEAD.test(line)) before ??= Number(HEAD.exec(line)?.[1]);
    else if (place === 'head' && RULE.test(line)) place = 'search';
    else {
      if (place === 'head') place = 'search';
      const shown = line.replace(ESCAPED, '');
      if (place === 'replace') rows().push({ type: 'added', text: shown });
      else rows().push({ type: 'removed', text: shown, ...(before !== undefined && { before: before++ }) });
    }
  }
  return files;
}
