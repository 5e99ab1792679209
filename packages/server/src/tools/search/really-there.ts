import { namesTo } from '../define/in-workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { FoundLine } from './ripgrep.ts';

/**
 * Passes on the lines that files of the workspace have, as they are read by open folders. Ripgrep opens files by their paths, and
 * follows whatever was put there after it had looked, so its word alone is not taken. Counts what was not passed on.
 */
export async function* reallyThere(
  workspace: Workspace,
  found: AsyncIterable<FoundLine>,
  onOther: () => void,
): AsyncGenerator<FoundLine> {
  let path: string | undefined;
  let lines = new Lines('');
  for await (const each of found) {
    if (each.path !== path) {
      path = each.path;
      lines = new Lines(await read(workspace, path).catch(() => undefined));
    }
    // A line that is too long is reported without its text.
    const isThere =
      each.line === undefined ? lines.isRead : lines.at(each.line) === each.text.replace(/^\uFEFF/, '');
    if (isThere) yield each;
    else onOther();
  }
}

async function read(workspace: Workspace, path: string): Promise<string> {
  const names = namesTo(path);
  const bytes = await workspace.inFolder(names.slice(0, -1), (folder) =>
    folder.readBytes(names.at(-1) ?? ''),
  );
  return decode(bytes);
}

/** As ripgrep reads: UTF-16 with a mark, and else UTF-8 whatever the bytes are. */
function decode(bytes: Uint8Array): string {
  const [a, b] = bytes;
  const encoding = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : undefined;
  return encoding === undefined
    ? Buffer.from(bytes)
        .toString()
        .replace(/^\uFEFF/, '')
    : new TextDecoder(encoding).decode(bytes);
}

/** The lines of a text, asked for from above to below. Reads each character once. */
class Lines {
  private readonly text: string | undefined;
  private line = 1;
  private start = 0;

  constructor(text: string | undefined) {
    this.text = text;
  }

  get isRead(): boolean {
    return this.text !== undefined;
  }

  at(line: number): string | undefined {
    if (this.text === undefined || line < this.line) return undefined;
    while (this.line < line) {
      const end = this.text.indexOf('\n', this.start);
      if (end === -1) return undefined;
      this.start = end + 1;
      this.line += 1;
    }
    const end = this.text.indexOf('\n', this.start);
    const rest = end === -1 ? this.text.slice(this.start) : this.text.slice(this.start, end);
    return end === -1 ? rest : rest.replace(/\r$/, '');
  }
}
