import {
  LINE_END,
  LINE_START,
  NUMBER,
  readCodeTokens,
  SENTENCE_END,
  STRING,
  TAB,
  TAG_START,
  TIGHT_EQUALS,
} from './code-tokens.ts';
import { LANGUAGES } from './languages.ts';

/** A longer text is judged by its beginning and its end. */
const HEAD = 12_000;
const TAIL = 4_000;
/** The score that a language needs in all: more, the more of the text is words in a row. */
const ENOUGH = 4;
const ENOUGH_IN_PROSE = 11;
/** So many words in a row are hardly code. */
const SENTENCE = 6;
/** The best must say so much more than the best of those it is not like. */
const LEAD = 1.15;
/** How much a mark says that is found once, twice, three times, or oftener. */
const TIMES = [0, 1, 1.5, 1.8, 2];

const WORD = 'a word';
const CAPITAL = 'a Word';
const CLASSES: Readonly<Record<string, string>> = {
  '^': LINE_START,
  '¶': LINE_END,
  '⇥': TAB,
  S: STRING,
  N: NUMBER,
  W: WORD,
  C: CAPITAL,
};

const INTERPRETERS: readonly (readonly [program: string, language: string])[] = [
  ['python', 'python'],
  ['node', 'javascript'],
  ['deno', 'typescript'],
  ['ruby', 'ruby'],
  ['perl', 'perl'],
  ['php', 'php'],
  ['lua', 'lua'],
  ['Rscript', 'r'],
  ['pwsh', 'powershell'],
  ['elixir', 'elixir'],
  ['escript', 'erlang'],
  ['julia', 'julia'],
  ['make', 'makefile'],
  ['sh', 'bash'],
];

/** A step of the marks: what may follow, and the marks that end here. */
interface Node {
  readonly next: Map<string, Node>;
  readonly ends: number[];
}

interface Mark {
  readonly language: string;
  readonly weight: number;
}

/**
 * The language that a code is written in, as its usual name in lower case; undefined when that is not clear, as for prose.
 * Looks at 16,000 characters at most; the work grows with what it looks at. Pure.
 */
export function detectLanguage(code: string): string | undefined {
  const isCut = code.length > HEAD + TAIL;
  const head = isCut ? code.slice(0, HEAD) : code;
  const named = nameInFirstLine(head);
  if (named !== undefined) return named;
  const tokens = readCodeTokens(head);
  if (isJson(tokens, isCut)) return 'json';
  const all = isCut ? [...tokens, ...readCodeTokens(code.slice(-TAIL))] : tokens;
  return bestOf(scoresOf(all), ENOUGH + (ENOUGH_IN_PROSE - ENOUGH) * proseShare(all));
}

function nameInFirstLine(code: string): string | undefined {
  if (!code.startsWith('#!')) return undefined;
  const line = code.slice(2, 200).split('\n', 1)[0] ?? '';
  return INTERPRETERS.find(([program]) => line.includes(program))?.[1];
}

/** Tells whether there is nothing but JSON, up to a string that was cut, and enough of it. */
function isJson(tokens: readonly string[], isCut: boolean): boolean {
  if (!JSON_OPENERS.has(tokens.find((token) => token !== LINE_START && token !== TAB) ?? '')) return false;
  const other = tokens.findIndex((token) => !JSON_TOKENS.has(token));
  if (other >= 0 && !(isCut && tokens[other] === '"')) return false;
  return tokens.length > 20 || tokens.some((token, i) => token === STRING && tokens[i + 1] === ':');
}
const JSON_OPENERS = new Set(['{', '[', '[[']);
const JSON_TOKENS = new Set([
  ...'{ } [ ] : , - true false null // /* {{ }} [[ ]]'.split(' '),
  ...[STRING, NUMBER, LINE_START, LINE_END, TAB],
]);

function bestOf(scores: ReadonlyMap<string, number>, enough: number): string | undefined {
  const ranked = [...scores].sort(([, a], [, b]) => b - a);
  const [name, score] = ranked[0] ?? ['', 0];
  const rival = ranked.find(([other]) => !isLike(name, other))?.[1] ?? 0;
  return score >= enough && score >= rival * LEAD ? name : undefined;
}

function isLike(a: string, b: string): boolean {
  const of = (name: string): readonly string[] => [name, ...(LANGUAGES[name]?.like ?? [])];
  return of(a).some((name) => of(b).includes(name));
}

/** How much of a text stands in long rows of words. */
function proseShare(tokens: readonly string[]): number {
  let inRows = 0;
  let row = 0;
  for (const token of tokens) {
    row = isWord(token) ? row + 1 : 0;
    if (row >= SENTENCE) inRows += row === SENTENCE ? SENTENCE : 1;
  }
  return tokens.length === 0 ? 0 : inRows / tokens.length;
}

/** The score of each language, with the marks that it shares with similar languages. */
function scoresOf(tokens: readonly string[]): Map<string, number> {
  const { marks, root } = compiled();
  const found = new Uint8Array(marks.length);
  for (let at = 0; at < tokens.length; at++) walk(root, tokens, at, found);
  const own = new Map(Object.keys(LANGUAGES).map((name) => [name, 0]));
  for (const [i, { language, weight }] of marks.entries()) {
    own.set(language, (own.get(language) ?? 0) + weight * (TIMES[found[i] ?? 0] ?? 0));
  }
  return new Map(
    Object.entries(LANGUAGES).map(([name, { like = [], doubt = 0 }]) => [
      name,
      [name, ...like].reduce((sum, each) => sum + (own.get(each) ?? 0), -doubt),
    ]),
  );
}

/** Counts the marks that begin at a token. A mark is short and few share a beginning, so a step costs a bounded amount. */
function walk(node: Node, tokens: readonly string[], at: number, found: Uint8Array): void {
  for (const mark of node.ends) found[mark] = Math.min((found[mark] ?? 0) + 1, TIMES.length - 1);
  const token = tokens[at];
  if (token === undefined || node.next.size === 0) return;
  for (const name of namesOf(token)) {
    const next = node.next.get(name);
    if (next !== undefined) walk(next, tokens, at + 1, found);
  }
}

/** How marks may name a token. SQL is often written in capitals; its marks are not. */
function namesOf(token: string): readonly string[] {
  if (token === TIGHT_EQUALS || token === TAG_START) return [token, token.charAt(0)];
  if (!isWord(token)) return [token];
  if (!isCapital(token)) return [token, WORD];
  const isAll = token.length > 1 && token === token.toUpperCase();
  return isAll ? [token, token.toLowerCase(), WORD, CAPITAL] : [token, WORD, CAPITAL];
}

function isWord(token: string): boolean {
  const first = token.charCodeAt(0);
  const isLetter = (first >= 0x61 && first <= 0x7a) || isCapital(token) || first === 0x5f;
  return isLetter || (first > 0xbf && !OWN_TOKENS.has(token));
}

function isCapital(token: string): boolean {
  const first = token.charCodeAt(0);
  return first >= 0x41 && first <= 0x5a;
}
const OWN_TOKENS = new Set([STRING, NUMBER, LINE_START, LINE_END, TAB, SENTENCE_END]);

let kept: { readonly marks: Mark[]; readonly root: Node } | undefined;

/** The table as a tree of tokens, made when it is first needed. */
function compiled(): { readonly marks: Mark[]; readonly root: Node } {
  if (kept !== undefined) return kept;
  const root: Node = { next: new Map(), ends: [] };
  const marks: Mark[] = [];
  for (const [language, { marks: text }] of Object.entries(LANGUAGES)) {
    for (const line of text.split('\n').filter((each) => each !== '')) {
      const [weight, ...patterns] = line.split(/ {2,}/);
      for (const pattern of patterns) {
        for (const node of nodesOf(root, pattern.split(' '))) node.ends.push(marks.length);
        marks.push({ language, weight: Number(weight) });
      }
    }
  }
  kept = { marks, root };
  return kept;
}

function nodesOf(root: Node, pattern: readonly string[]): Node[] {
  let nodes = [root];
  for (const part of pattern) {
    nodes = nodes.flatMap((node) => part.split('·').map((name) => nextOf(node, CLASSES[name] ?? name)));
  }
  return nodes;
}

function nextOf(node: Node, name: string): Node {
  const next = node.next.get(name) ?? { next: new Map(), ends: [] };
  node.next.set(name, next);
  return next;
}
