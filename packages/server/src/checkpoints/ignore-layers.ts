import { join } from 'node:path';
import createIgnore, { type Ignore } from 'ignore';
import { readPlainFile } from '../plain-file.ts';

/** Larger ones were written by no person, and say nothing. */
const MOST_BYTES = 256 * 1024;

interface Layer {
  /** The folder whose rules these are, from the root, with `/` at its end; '' for the root. */
  readonly folder: string;
  readonly rules: Ignore;
}

/** The rules of `.gitignore` in a folder and in those above it. The nearest one that speaks of a file decides. */
export class IgnoreLayers {
  static readonly none = new IgnoreLayers([]);
  private readonly layers: readonly Layer[];

  private constructor(layers: readonly Layer[]) {
    this.layers = layers;
  }

  /** These rules and those of a folder below that has a `.gitignore`. Never rejects. */
  async within(root: string, folder: string): Promise<IgnoreLayers> {
    const rules = await readPlainFile(join(root, folder, '.gitignore'), { most: MOST_BYTES }).then(
      String,
      () => '',
    );
    const layer = { folder, rules: createIgnore({ ignorecase: false, allowRelativePaths: true }).add(rules) };
    return new IgnoreLayers([layer, ...this.layers]);
  }

  /** True if a path from the root is left out. That of a folder ends in `/`. */
  ignores(path: string): boolean {
    for (const { folder, rules } of this.layers) {
      const { ignored, unignored } = rules.test(path.slice(folder.length));
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}
