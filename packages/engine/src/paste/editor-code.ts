import { readHtml } from '../document/html-text.ts';
import { isMonospace, readAttributes, readStyle } from './attributes.ts';

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

const DEEPEST = 200;

/** Tells whether all text of HTML has letters of one width, as editors and terminals copy it. Pure. Linear. Never throws. */
export function isEditorHtml(html: string): boolean {
  const open: { readonly name: string; readonly mono: boolean }[] = [];
  let isCode = true;
  let hasText = false;
  readHtml(html, {
    text(piece) {
      if (piece.trim() === '') return;
      hasText = true;
      if (open.at(-1)?.mono !== true) isCode = false;
    },
    open(name, written) {
      if (VOID.has(name) || open.length >= DEEPEST) return;
      // Inline code stands in a sentence, and a line of a file on GitHub is a cell.
      const isLine = name === 'td' && /\bblob-code\b/.test(written);
      const mono = isLine || name === 'pre' || isMonospace(readStyle(readAttributes(written).get('style')));
      open.push({ name, mono: mono || open.at(-1)?.mono === true });
    },
    close(name) {
      const at = open.findLastIndex((each) => each.name === name);
      if (at >= 0) open.length = at;
    },
  });
  return isCode && hasText;
}
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
