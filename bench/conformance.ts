import { createIncremarkParser } from '@incremark/core';
import { parseMarkdown, renderHtml } from '@millrace/engine';
import spec from 'commonmark-spec';
import { toHtml } from 'hast-util-to-html';
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import { toHast } from 'mdast-util-to-hast';
import * as smd from 'streaming-markdown';
import { printTable } from './table.ts';

const ENGINES: Readonly<Record<string, (text: string) => string>> = {
  millrace: (text) => renderHtml(parseMarkdown(text, { gfm: false, math: false }), { rawHtml: true }),
  'markdown-it': (text) => new MarkdownIt('commonmark').render(text),
  "marked, and so Streamdown's blocks": (text) => String(marked.parse(text, { gfm: false })),
  incremark: readWithIncremark,
  'streaming-markdown': readWithSmd,
};

/** How many examples of CommonMark each gives the right HTML for; space between tags does not count. */
export function conformance(): void {
  const rows = Object.entries(ENGINES).map(([name, render]) => {
    const passed = spec.tests.filter(({ markdown, html }) => isSame(render, tabs(markdown), tabs(html)));
    return [name, `${passed.length} of ${spec.tests.length}`];
  });
  rows.push(['@lezer/markdown', 'a tree of marks, without links resolved']);
  printTable('Examples of CommonMark 0.31 that give the same HTML', ['', 'passed'], rows);
}

function isSame(render: (text: string) => string, markdown: string, html: string): boolean {
  try {
    return tidy(render(markdown)) === tidy(html);
  } catch {
    return false;
  }
}

const tabs = (text: string): string => text.replaceAll('→', '\t');
/** One spelling of entities, of empty tags, and of the space between tags. */
const tidy = (html: string): string =>
  html
    .replace(/\s*\/>/g, '>')
    .replace(/&quot;|&#x22;|&#34;/g, '"')
    .replace(/&#x3C;/g, '&lt;')
    .replace(/&#x26;/g, '&amp;')
    .replace(/>\s+</g, '><')
    .replace(/\s*\n\s*/g, '\n')
    .trim();

function readWithIncremark(text: string): string {
  const parser = createIncremarkParser({ gfm: false, htmlTree: false });
  parser.append(text);
  parser.finalize();
  return toHtml(toHast(parser.getAst(), { allowDangerousHtml: true }), { allowDangerousHtml: true });
}

const TAGS: Readonly<Record<number, string>> = {
  [smd.Token.Paragraph]: 'p',
  [smd.Token.Heading_1]: 'h1',
  [smd.Token.Heading_2]: 'h2',
  [smd.Token.Heading_3]: 'h3',
  [smd.Token.Heading_4]: 'h4',
  [smd.Token.Heading_5]: 'h5',
  [smd.Token.Heading_6]: 'h6',
  [smd.Token.Code_Block]: 'code',
  [smd.Token.Code_Fence]: 'code',
  [smd.Token.Code_Inline]: 'code',
  [smd.Token.Italic_Ast]: 'em',
  [smd.Token.Italic_Und]: 'em',
  [smd.Token.Strong_Ast]: 'strong',
  [smd.Token.Strong_Und]: 'strong',
  [smd.Token.Link]: 'a',
  [smd.Token.Raw_URL]: 'a',
  [smd.Token.Image]: 'img',
  [smd.Token.Blockquote]: 'blockquote',
  [smd.Token.Line_Break]: 'br',
  [smd.Token.Rule]: 'hr',
  [smd.Token.List_Unordered]: 'ul',
  [smd.Token.List_Ordered]: 'ol',
  [smd.Token.List_Item]: 'li',
};

const VOID: readonly string[] = ['br', 'hr', 'img'];
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** It draws as it reads, so its attributes come after the tag: each tag is printed when it ends. */
function readWithSmd(text: string): string {
  interface Open {
    readonly tag: string;
    readonly isCode: boolean;
    attrs: string;
    inside: string;
  }
  const root: Open = { tag: '', isCode: false, attrs: '', inside: '' };
  const open: Open[] = [root];
  const parser = smd.parser({
    data: undefined,
    add_token(_data, token) {
      const isCode = token === smd.Token.Code_Block || token === smd.Token.Code_Fence;
      if (token !== smd.Token.Document)
        open.push({ tag: TAGS[token] ?? 'span', isCode, attrs: '', inside: '' });
    },
    end_token() {
      const { tag, isCode, attrs, inside } = open.pop() ?? root;
      const parent = open.at(-1) ?? root;
      if (tag === '') root.inside = inside;
      else if (VOID.includes(tag)) parent.inside += `<${tag}${attrs}>`;
      else if (isCode) parent.inside += `<pre><code${attrs}>${inside}\n</code></pre>\n`;
      else parent.inside += `<${tag}${attrs}>${inside}</${tag}>\n`.replace(/\n$/, inlineEnd(tag));
    },
    add_text(_data, more) {
      const last = open.at(-1) ?? root;
      last.inside += escapeHtml(more);
    },
    set_attr(_data, attr, value) {
      const last = open.at(-1) ?? root;
      const name = smd.attr_to_html_attr(attr);
      last.attrs += ` ${name}="${name === 'class' ? `language-${value}` : escapeHtml(value)}"`;
    },
  });
  smd.parser_write(parser, text);
  smd.parser_end(parser);
  return root.inside;
}

const inlineEnd = (tag: string): string => (['a', 'em', 'strong', 'code'].includes(tag) ? '' : '\n');
