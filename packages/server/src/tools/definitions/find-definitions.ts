import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language, Node, Query } from 'web-tree-sitter';
import type { CodeLanguage } from './languages.ts';

/** Something that a file defines. */
export interface Definition {
  readonly name: string;
  /** The first and the last line of all of it, from 1. */
  readonly from: number;
  readonly to: number;
  /** The line on which its name stands. */
  readonly text: string;
  /** In how many others it stands. */
  readonly depth: number;
}

interface Grammar {
  readonly language: Language;
  readonly query: Query;
}

/** Nodes whose inside is nobody else's business. */
const BODY = /function|method|constructor|lexical_declaration|variable_declaration|field_definition/;

const require = createRequire(import.meta.url);

// A grammar is read once, when the first file of its language is.
const grammars = new Map<string, Promise<Grammar>>();

/**
 * The definitions in a text of a language, in its order; none inside functions. In a text with mistakes it finds
 * what it can.
 */
export async function findDefinitions(text: string, language: CodeLanguage): Promise<readonly Definition[]> {
  const grammar = await grammarOf(language);
  const { Parser } = await import('web-tree-sitter');
  const parser = new Parser().setLanguage(grammar.language);
  // Its memory is outside of what JavaScript collects.
  try {
    const tree = parser.parse(text);
    if (tree === null) return [];
    const found = definedNodes(grammar.query, tree.rootNode);
    const definitions = arrange(found, text.split('\n'));
    tree.delete();
    return definitions;
  } finally {
    parser.delete();
  }
}

interface Defined {
  readonly node: Node;
  readonly name: Node;
}

function definedNodes(query: Query, root: Node): readonly Defined[] {
  const found = query.matches(root).flatMap(({ captures }) => {
    const node = captures.find((capture) => capture.name === 'definition')?.node;
    const name = captures.find((capture) => capture.name === 'name')?.node;
    return node === undefined || name === undefined ? [] : [{ node, name }];
  });
  return found.sort((a, b) => a.node.startIndex - b.node.startIndex || b.node.endIndex - a.node.endIndex);
}

/** Nodes in the order of their beginnings become definitions that know what they stand in. */
function arrange(found: readonly Defined[], lines: readonly string[]): readonly Definition[] {
  const around: Node[] = [];
  const definitions: Definition[] = [];
  for (const { node, name } of found) {
    while ((around.at(-1)?.endIndex ?? Number.POSITIVE_INFINITY) <= node.startIndex) around.pop();
    if (around.some((outer) => BODY.test(outer.type))) continue;
    definitions.push({
      name: name.text,
      from: node.startPosition.row + 1,
      to: node.endPosition.row + 1,
      text: (lines[name.startPosition.row] ?? '').trim(),
      depth: around.length,
    });
    around.push(node);
  }
  return definitions;
}

function grammarOf(language: CodeLanguage): Promise<Grammar> {
  const known = grammars.get(language.grammar);
  if (known !== undefined) return known;
  const loading = loadGrammar(language);
  grammars.set(language.grammar, loading);
  // The next caller may have more luck.
  loading.catch(() => grammars.delete(language.grammar));
  return loading;
}

async function loadGrammar({ grammar, named, patterns = [] }: CodeLanguage): Promise<Grammar> {
  const { Language, Parser, Query } = await import('web-tree-sitter');
  await Parser.init();
  const folder = dirname(require.resolve('tree-sitter-wasms/package.json'));
  const language = await Language.load(await readFile(join(folder, 'out', `tree-sitter-${grammar}.wasm`)));
  const query = [...named.map((kind) => `(${kind} name: (_) @name) @definition`), ...patterns].join('\n');
  return { language, query: new Query(language, query) };
}
