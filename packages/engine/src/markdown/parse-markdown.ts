import { createMarkdownParser, type MarkdownOptions } from './markdown-parser.ts';
import type { MarkdownTree } from './tree.ts';

/** Reads a Markdown text. The tree is frozen. Never throws. Linear. */
export function parseMarkdown(text: string, options: MarkdownOptions = {}): MarkdownTree {
  const parser = createMarkdownParser(options);
  parser.append(text);
  return parser.end();
}
