import type { Parser } from '@lezer/common';

type Load = () => Promise<Parser>;

const javascript =
  (dialect: string): Load =>
  async () =>
    (await import('@lezer/javascript')).parser.configure({ dialect });

/** Grammars by the names that fences have. Each is loaded when it is first needed. */
const GRAMMARS: Readonly<Record<string, Load>> = {
  javascript: javascript('jsx'),
  typescript: javascript('ts'),
  jsx: javascript('jsx'),
  tsx: javascript('jsx ts'),
  python: async () => (await import('@lezer/python')).parser,
  json: async () => (await import('@lezer/json')).parser,
  css: async () => (await import('@lezer/css')).parser,
  html: async () => (await import('@lezer/html')).parser,
  xml: async () => (await import('@lezer/xml')).parser,
  rust: async () => (await import('@lezer/rust')).parser,
  c: async () => (await import('@lezer/cpp')).parser,
  cpp: async () => (await import('@lezer/cpp')).parser,
  java: async () => (await import('@lezer/java')).parser,
  go: async () => (await import('@lezer/go')).parser,
  php: async () => (await import('@lezer/php')).parser,
  yaml: async () => (await import('@lezer/yaml')).parser,
};

const SHORT: Readonly<Record<string, string>> = {
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  py: 'python',
  rs: 'rust',
  'c++': 'cpp',
  h: 'c',
  hpp: 'cpp',
  cc: 'cpp',
  yml: 'yaml',
  svg: 'xml',
  htm: 'html',
  jsonc: 'json',
  json5: 'json',
};

const loaded = new Map<string, Parser>();

/** The code that gives words their kinds. It is as large as a grammar, and comes with the first one. */
type CodeReader = typeof import('./code-reader.ts');
let reader: CodeReader | undefined;

/** The reader of code, which is there when any grammar is. */
export function loadedReader(): CodeReader | undefined {
  return reader;
}

async function loadReader(): Promise<void> {
  reader ??= await import('./code-reader.ts');
}

/** The grammar of a language if it is there already. */
export function loadedParser(language: string): Parser | undefined {
  return loaded.get(nameOf(language));
}

/** Loads the grammar of a language. Undefined when none is known, or when it could not be loaded. */
export async function loadParser(language: string): Promise<Parser | undefined> {
  const name = nameOf(language);
  const known = loaded.get(name);
  if (known !== undefined || !Object.hasOwn(GRAMMARS, name)) return known;
  try {
    const [parser] = await Promise.all([GRAMMARS[name]?.(), loadReader()]);
    if (parser !== undefined) loaded.set(name, parser);
    return parser;
  } catch {
    // Without the network code is plain.
    return undefined;
  }
}

function nameOf(language: string): string {
  const name = language.toLowerCase();
  return Object.hasOwn(SHORT, name) ? (SHORT[name] ?? name) : name;
}
