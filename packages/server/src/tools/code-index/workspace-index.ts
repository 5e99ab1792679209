import { namesTo } from '../define/in-workspace.ts';
import { walkFolder } from '../walk/walk-folder.ts';
import type { OpenFolder, Workspace } from '../workspace/workspace.ts';
import { WorkspaceError } from '../workspace/workspace-error.ts';
import { CodeIndex, type CodeSearch, type FoundChunk } from './code-index.ts';

export interface IndexLimits {
  /** How many files are read. */
  readonly files: number;
  /** A larger file is not read. */
  readonly bytes: number;
}

const LIMITS: IndexLimits = { files: 5_000, bytes: 1_000_000 };
/** So many files are read at once. */
const TOGETHER = 16;
/** So many bytes are searched for bytes that no text has. */
const SAMPLE = 8_000;
/** Files that are text and have no words for people. */
const NO_WORDS = /(?:\.(?:lock|map|min\.js|min\.css|svg|snap)|-lock\.(?:json|yaml))$/i;

interface Known {
  readonly mtimeMs: number;
  readonly size: number;
}

/** The index of one workspace. It is built when it is first asked, and each time reads only the files that changed. */
export class WorkspaceIndex {
  private readonly workspace: Workspace;
  private readonly limits: IndexLimits;
  private index = new CodeIndex();
  private known = new Map<string, Known>();
  /** True when there were more files than are read. */
  isFull = false;

  constructor(workspace: Workspace, limits: IndexLimits = LIMITS) {
    this.workspace = workspace;
    this.limits = limits;
  }

  get size(): number {
    return this.index.size;
  }

  /** Looks at the files, as they are now, and then for the question. Calls must not overlap. */
  async search(search: CodeSearch, signal: AbortSignal): Promise<readonly FoundChunk[]> {
    await this.update(signal);
    return this.find(search);
  }

  /** Looks for the question in the files as they were at the last search. */
  find(search: CodeSearch): readonly FoundChunk[] {
    return this.index.search(search);
  }

  private async update(signal: AbortSignal): Promise<void> {
    if (this.index.isWorn) this.forget();
    const names = await this.fileNames(signal);
    signal.throwIfAborted();
    const present = new Set(names);
    for (const name of this.known.keys()) if (!present.has(name)) this.drop(name);
    for (const [folder, files] of byFolder(names)) {
      signal.throwIfAborted();
      await this.lookAll(folder, files, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        // The folder is gone, or it is none any more.
        if (!(error instanceof WorkspaceError)) throw error;
        for (const file of files) this.drop(join(folder, file));
      });
    }
  }

  private lookAll(folder: string, files: readonly string[], signal: AbortSignal): Promise<void> {
    return this.workspace.inFolder(namesTo(folder), async (open) => {
      for (let at = 0; at < files.length; at += TOGETHER) {
        signal.throwIfAborted();
        await Promise.all(
          files.slice(at, at + TOGETHER).map((file) => this.look(open, file, join(folder, file))),
        );
      }
    });
  }

  private async fileNames(signal: AbortSignal): Promise<readonly string[]> {
    const { workspace } = this;
    const names: string[] = [];
    this.isFull = false;
    for await (const { path, type } of walkFolder({ workspace, folder: '.', depth: 'all', signal })) {
      if (type !== 'file' || /(?:^|\/)\./.test(path) || NO_WORDS.test(path)) continue;
      this.isFull = names.length === this.limits.files;
      if (this.isFull) break;
      names.push(path);
    }
    return names;
  }

  /** Reads a file when it is not the one that is known. One that can't be read is none. */
  private async look(folder: OpenFolder, file: string, name: string): Promise<void> {
    const info = await folder.stat(file).catch(() => undefined);
    if (info?.kind !== 'file') return this.drop(name);
    const { mtimeMs, size } = info;
    const known = this.known.get(name);
    if (known?.mtimeMs === mtimeMs && known.size === size) return;
    this.known.set(name, { mtimeMs, size });
    const bytes = await folder.readBytes(file, this.limits.bytes).catch(() => undefined);
    if (bytes === undefined || bytes.subarray(0, SAMPLE).includes(0)) this.index.remove(name);
    else this.index.put(name, Buffer.from(bytes).toString());
  }

  private drop(name: string): void {
    this.known.delete(name);
    this.index.remove(name);
  }

  private forget(): void {
    this.index = new CodeIndex();
    this.known = new Map();
  }
}

/** Files by their folders, in the order in which they came. */
function byFolder(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const cut = path.lastIndexOf('/');
    const [folder, file] = [path.slice(0, Math.max(0, cut)), path.slice(cut + 1)];
    const files = folders.get(folder);
    if (files === undefined) folders.set(folder, [file]);
    else files.push(file);
  }
  return folders;
}

function join(folder: string, file: string): string {
  return folder === '' ? file : `${folder}/${file}`;
}
