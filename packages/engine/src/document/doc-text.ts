import { readHtmlText, type TextSink } from './html-text.ts';

/** The text of HTML, a line for each block, with single spaces. Nothing of it is markup any more. Pure. Linear. Never throws. */
export function docText(html: string): string {
  const lines: string[] = [];
  let line = '';
  const sink: TextSink = {
    text: (piece) => {
      line += piece;
    },
    gap: () => {
      line += ' ';
    },
    line: () => {
      if (line === '') return;
      const text = line.replace(/\s+/g, ' ').trim();
      if (text !== '') lines.push(text);
      line = '';
    },
  };
  readHtmlText(html, sink);
  sink.line();
  return lines.join('\n');
}
