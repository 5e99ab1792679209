import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { readPlainFile } from '../../plain-file.ts';
import { walkFolder } from '../search/walk-folder.ts';
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
/** What is looked at for bytes that no text has. */
const SAMPLE = 8_000;
/** Files that are text and have no words for people. */
const NO_WORDS = /(?:\.(?:lock|map|min\.js|min\.css|svg|snap)|-lock\.(?:json|yaml))$/i;

interface Known {
  readonly mtimeMs: number;
  readonly size: number;
}

/** The index of one workspace. It is built when it is first asked, and each time reads only the files that changed. */
export class WorkspaceIndex {
  private readonly root: string;
  private readonly limits: IndexLimits;
  private index = new CodeIndex();
  private known = new Map<string, Known>();
  /** Whether there were more files than are read. */
  isFull = false;

  constructor(root: string, limits: IndexLimits = LIMITS) {
    this.root = root;
    this.limits = limits;
  }

  get size(): number {
    return this.index.size;
  }

  /** Looks at the files, as they are now, and then for the question. Calls must not overlap. */
  async search(search: CodeSearch, signal: AbortSignal): Promise<readonly FoundChunk[]> {
    await this.update(signal);
    return this.index.search(search);
  }

  private async update(signal: AbortSignal): Promise<void> {
    if (this.index.isWorn) this.forget();
    const names = await this.fileNames(signal);
    signal.throwIfAborted();
    const present = new Set(names);
    for (const name of this.known.keys()) if (!present.has(name)) this.drop(name);
    for (let at = 0; at < names.length; at += TOGETHER) {
      signal.throwIfAborted();
      await Promise.all(names.slice(at, at + TOGETHER).map((name) => this.look(name)));
    }
  }

  private async fileNames(signal: AbortSignal): Promise<readonly string[]> {
    const names: string[] = [];
    this.isFull = false;
    for await (const { path, type } of walkFolder({ root: this.root, folder: '.', depth: 'all', signal })) {
      if (type !== 'file' || /(?:^|\/)\./.test(path) || NO_WORDS.test(path)) continue;
      this.isFull = names.length === this.limits.files;
      if (this.isFull) break;
      names.push(path);
    }
    return names;
  }

  /** Reads a file when it is not the one that is known. One that can't be read is none. */
  private async look(name: string): Promise<void> {
    const path = join(this.root, name);
    const info = await lstat(path).catch(() => undefined);
    if (info === undefined || !info.isFile()) return this.drop(name);
    const { mtimeMs, size } = info;
    const known = this.known.get(name);
    if (known?.mtimeMs === mtimeMs && known.size === size) return;
    this.known.set(name, { mtimeMs, size });
    const bytes = await readPlainFile(path, { most: this.limits.bytes }).catch(() => undefined);
    if (bytes === undefined || bytes.subarray(0, SAMPLE).includes(0)) this.index.remove(name);
    else this.index.put(name, bytes.toString());
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
