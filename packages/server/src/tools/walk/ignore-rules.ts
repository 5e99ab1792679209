import createIgnore, { type Ignore } from 'ignore';

/** What is never walked into, unless it is asked for: history, our own data, and packages of others. */
const NEVER: ReadonlySet<string> = new Set(['.git', '.millrace', 'node_modules']);
/** The files that say what is left out, in their order. */
export const IGNORE_FILES: readonly string[] = ['.gitignore', '.ignore'];

interface Layer {
  /** The folder whose rules these are, from the root; '' for the root. */
  readonly folder: string;
  readonly rules: Ignore;
}

/** The rules of the ignore files of a folder and of those above it. The nearest one that speaks of a file decides. */
export class IgnoreRules {
  static readonly none = new IgnoreRules([]);
  private readonly layers: readonly Layer[];

  private constructor(layers: readonly Layer[]) {
    this.layers = layers;
  }

  /** These rules and those of a folder below, whose ignore files hold these texts. Pure. */
  within(folder: string, texts: readonly string[]): IgnoreRules {
    if (texts.length === 0) return this;
    const rules = createIgnore({ ignorecase: false }).add(texts.join('\n'));
    return new IgnoreRules([{ folder, rules }, ...this.layers]);
  }

  /** True if a file or folder, by its path from the root, is left out. A path of a folder ends in `/`. */
  ignores(path: string): boolean {
    const bare = path.endsWith('/') ? path.slice(0, -1) : path;
    if (NEVER.has(bare.slice(bare.lastIndexOf('/') + 1))) return true;
    for (const { folder, rules } of this.layers) {
      const { ignored, unignored } = rules.test(folder === '' ? path : path.slice(folder.length + 1));
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}
