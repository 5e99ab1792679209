import { readHtml } from '../document/html-text.ts';
import { createTagReader } from './attributes.ts';
import { EditorReader } from './editor-code.ts';
import { TableReader } from './html-grid.ts';

/** The kind of HTML that is not rich text. */
export interface HtmlSurvey {
  /** All of its text has letters of one width. */
  readonly isEditor: boolean;
  /** The language that a highlighter tells of its code. */
  readonly language: string | undefined;
  /** The cells, when it is one table and nothing else. */
  readonly grid: string[][] | undefined;
}

/** Tells the kind of HTML, in one reading that ends as soon as it is neither code nor a table. Pure. Linear. Never throws. */
export function surveyHtml(html: string): HtmlSurvey {
  const readTag = createTagReader();
  const editor = new EditorReader(readTag);
  const table = new TableReader(readTag);
  table.isDone = !/<t[dr]\b/i.test(html);
  readHtml(html, {
    get isDone() {
      return editor.isDone && table.isDone;
    },
    text(piece) {
      if (!editor.isDone) editor.text(piece);
      if (!table.isDone) table.text(piece);
    },
    open(name, written) {
      if (!editor.isDone) editor.open(name, written);
      if (!table.isDone) table.open(name, written);
    },
    close(name) {
      if (!editor.isDone) editor.close(name);
      if (!table.isDone) table.close(name);
    },
  });
  return { isEditor: editor.isEditor, language: editor.language, grid: table.end() };
}
