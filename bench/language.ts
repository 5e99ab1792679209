import { detectLanguage } from '@millrace/engine/document';
import hljs from 'highlight.js';
import { printTable, times, whole } from './table.ts';

const ROUNDS = 5;

interface Snippet {
  readonly language: string;
  readonly code: string;
}

/** The languages that highlight.js names differently, or takes for one of ours. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  html: ['xml'],
  jsx: ['javascript'],
  tsx: ['typescript'],
  toml: ['ini'],
  vue: ['xml'],
  svelte: ['xml'],
};

/** Languages that highlight.js does not have. It is not asked for them in the last row. */
const UNKNOWN = ['zig', 'hcl'];

/** Finding the language of code that names none, beside highlight.js: how often, and how fast. */
export async function benchLanguage(): Promise<void> {
  // The fixtures stand outside of what is compiled here.
  const fixtures: { readSnippets(): Snippet[] } = await import(
    new URL('../../fixtures/snippets.mjs', import.meta.url).href
  );
  const snippets = fixtures.readSnippets();
  const code = snippets.filter(({ language }) => language !== 'none');
  const asked = [...new Set(code.map(({ language }) => language))].filter((name) => hljs.getLanguage(name));
  const detectors: Readonly<Record<string, (text: string) => string | undefined>> = {
    millrace: detectLanguage,
    'highlight.js': (text) => hljs.highlightAuto(text).language,
    'highlight.js, only these languages': (text) => hljs.highlightAuto(text, asked).language,
  };
  const rows = Object.entries(detectors).map(([name, detect]) => {
    const isRight = ({ language, code: text }: Snippet): boolean => {
      const found = detect(text) ?? 'none';
      return found === language || (name !== 'millrace' && (SAME[language] ?? []).includes(found));
    };
    const right = (of: readonly Snippet[]): string =>
      `${of.filter(isRight).length}/${of.length} (${whole((100 * of.filter(isRight).length) / of.length)} %)`;
    return {
      name,
      cells: [
        right(code),
        right(code.filter(({ language }) => !UNKNOWN.includes(language))),
        right(snippets.filter(({ language }) => language === 'none')),
      ],
      us: microseconds(detect, snippets),
    };
  });
  const ours = rows[0]?.us ?? 1;
  printTable(
    `The language of ${snippets.length} snippets; highlight.js may say xml for html, javascript for jsx and the like`,
    ['detector', 'code', 'without zig and hcl', 'not code', 'µs a snippet', 'as multiples of ours'],
    rows.map(({ name, cells, us }) => [name, ...cells, whole(us), times(us / ours)]),
  );
}

/** The best of some rounds, for one snippet on average. */
function microseconds(detect: (text: string) => unknown, snippets: readonly Snippet[]): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    for (const { code } of snippets) detect(code);
    best = Math.min(best, performance.now() - start);
  }
  return (1000 * best) / snippets.length;
}
