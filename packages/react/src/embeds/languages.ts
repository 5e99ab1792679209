/** The names of languages and the endings of their files, by the names that fences have. */
const LANGUAGES: Readonly<Record<string, readonly [name: string, ending: string]>> = {
  bash: ['Bash', 'sh'],
  c: ['C', 'c'],
  cpp: ['C++', 'cpp'],
  csharp: ['C#', 'cs'],
  css: ['CSS', 'css'],
  csv: ['CSV', 'csv'],
  diff: ['Diff', 'diff'],
  dockerfile: ['Dockerfile', 'dockerfile'],
  go: ['Go', 'go'],
  html: ['HTML', 'html'],
  java: ['Java', 'java'],
  javascript: ['JavaScript', 'js'],
  json: ['JSON', 'json'],
  jsx: ['JSX', 'jsx'],
  kotlin: ['Kotlin', 'kt'],
  lua: ['Lua', 'lua'],
  markdown: ['Markdown', 'md'],
  php: ['PHP', 'php'],
  python: ['Python', 'py'],
  ruby: ['Ruby', 'rb'],
  rust: ['Rust', 'rs'],
  scss: ['SCSS', 'scss'],
  shell: ['Shell', 'sh'],
  sql: ['SQL', 'sql'],
  svg: ['SVG', 'svg'],
  swift: ['Swift', 'swift'],
  text: ['Text', 'txt'],
  toml: ['TOML', 'toml'],
  tsx: ['TSX', 'tsx'],
  typescript: ['TypeScript', 'ts'],
  xml: ['XML', 'xml'],
  yaml: ['YAML', 'yaml'],
};

const ALIASES: Readonly<Record<string, string>> = {
  ...{ sh: 'bash', zsh: 'bash', console: 'shell', 'c++': 'cpp', cc: 'cpp', 'c#': 'csharp', cs: 'csharp' },
  ...{ js: 'javascript', mjs: 'javascript', cjs: 'javascript', kt: 'kotlin', md: 'markdown', py: 'python' },
  ...{
    rb: 'ruby',
    rs: 'rust',
    ts: 'typescript',
    mts: 'typescript',
    txt: 'text',
    plaintext: 'text',
    yml: 'yaml',
  },
};

/** The name of a language for people; the fence's own name when it is not known. Pure. */
export function languageName(language: string): string {
  return entry(language)?.[0] ?? language;
}

/** How the name of a file in a language ends. Pure. */
export function languageEnding(language: string): string {
  return entry(language)?.[1] ?? 'txt';
}

/** The language of a file by the end of its name; empty when it is not known. Pure. */
export function fileLanguage(path: string): string {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const known = Object.entries(LANGUAGES).find(([name, [, own]]) => own === ending || name === ending);
  return known?.[0] ?? (Object.hasOwn(ALIASES, ending) ? (ALIASES[ending] ?? '') : '');
}

function entry(language: string): readonly [string, string] | undefined {
  const lower = language.toLowerCase();
  const name = Object.hasOwn(ALIASES, lower) ? (ALIASES[lower] ?? lower) : lower;
  return Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined;
}
