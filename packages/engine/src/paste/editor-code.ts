import { type HtmlSink, readHtml } from '../document/html-text.ts';
import { isMonospace, type Tag, type TagReader } from './attributes.ts';
import { OpenNames } from './open-names.ts';

/** The names that VS Code has for languages, where fences have others. */
const FENCE_NAMES: ReadonlyMap<string, string> = new Map([
  ['typescriptreact', 'tsx'],
  ['javascriptreact', 'jsx'],
  ['shellscript', 'bash'],
  ['csharp', 'csharp'],
  ['objective-c', 'objectivec'],
  ['dockercompose', 'yaml'],
  ['jsonc', 'jsonc'],
]);

/** The language that VS Code tells of what it copied; `known` is false when the data is none of VS Code's. Pure. Never throws. */
export function vscodeLanguage(data: string): { readonly known: boolean; readonly language?: string } {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { known: false };
    const mode: unknown = Object.hasOwn(value, 'mode') ? Reflect.get(value, 'mode') : undefined;
    if (typeof mode !== 'string' || mode === 'plaintext' || !/^[\w+#.-]{1,40}$/.test(mode))
      return { known: true };
    return mode === 'document_html'
      ? { known: true }
      : { known: true, language: FENCE_NAMES.get(mode) ?? mode };
  } catch {
    return { known: false };
  }
}

/** Finds out if all text of HTML has letters of one width, as editors and terminals copy it. Linear. Never throws. */
export class EditorReader implements HtmlSink {
  /** True when a text has other letters. */
  isDone = false;
  /** The language in the class of an element, as highlighters of pages write it. */
  language: string | undefined;
  private hasText = false;
  private readonly elements = new OpenNames<{ readonly name: string; readonly mono: boolean }>();
  private readonly readTag: TagReader;

  constructor(readTag: TagReader) {
    this.readTag = readTag;
  }

  get isEditor(): boolean {
    return this.hasText && !this.isDone;
  }

  text(piece: string): void {
    if (piece.trim() === '') return;
    this.hasText = true;
    if (this.elements.last?.mono !== true) this.isDone = true;
  }

  open(name: string, written: string): void {
    if (VOID.has(name)) return;
    if (this.elements.isFull) {
      this.elements.skip(name);
      return;
    }
    if (this.language === undefined && written.includes('-'))
      this.language = classLanguage(this.readTag(written));
    // Inline code stands in a sentence, and a line of a file on GitHub is a cell.
    const isLine = name === 'td' && /\bblob-code\b/.test(written);
    const mono = isLine || name === 'pre' || isMonospace(this.readTag(written).style);
    this.elements.push({ name, mono: mono || this.elements.last?.mono === true });
  }

  close(name: string): void {
    this.elements.close(name, () => {});
  }
}

function classLanguage({ attributes }: Tag): string | undefined {
  const [, name] = CLASS.exec(attributes.get('class')?.slice(0, 1000) ?? '') ?? [];
  return name === undefined || NO_LANGUAGE.has(name) ? undefined : name;
}
const CLASS = /(?:^|\s)(?:language|lang|highlight-source)-([a-z][\w+#]{0,30})(?=$|\s)/;
/** Names that highlighters have for no language, and those that a fence has another use for. */
const NO_LANGUAGE: ReadonlySet<string> = new Set([
  'text',
  'plaintext',
  'plain',
  'none',
  'document_html',
  'math',
]);

const VOID = new Set(['br', 'hr', 'img', 'meta', 'link', 'input', 'col', 'wbr']);

/** The text of HTML that is code: breaks as they stand, a line for each block. Pure. Linear. Never throws. */
export function editorText(html: string): string {
  const parts: string[] = [];
  let isPre = 0;
  let ended = true;
  const line = (): void => {
    if (!ended) parts.push('\n');
    ended = true;
  };
  readHtml(html, {
    text(piece) {
      const text = isPre > 0 || piece.trim() !== '' || !piece.includes('\n') ? piece : '';
      if (text === '') return;
      parts.push(text.replaceAll('\u00a0', ' '));
      ended = text.endsWith('\n');
    },
    open(name) {
      if (name === 'br') {
        parts.push('\n');
        ended = true;
      } else if (LINES.has(name)) line();
      if (name === 'pre') isPre++;
    },
    close(name) {
      if (LINES.has(name)) line();
      if (name === 'pre') isPre--;
    },
  });
  return parts.join('');
}
const LINES = new Set(['div', 'p', 'pre', 'tr', 'li']);
