import { createRequire } from 'node:module';

export interface ReadablePage {
  readonly title: string;
  readonly markdown: string;
}

// The little that is used of these. They are loaded with the first page.
interface PageElement {
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  remove(): void;
}
interface PageDocument {
  readonly body: { readonly innerHTML: string } | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}
interface Parts {
  readonly parseHTML: (html: string) => { readonly document: PageDocument };
  readonly Readability: new (
    document: PageDocument,
    options: { readonly maxElemsToParse: number },
  ) => { parse(): { readonly title?: string | null; readonly content?: string | null } | null };
  readonly Turndown: new (
    options: Readonly<Record<string, string>>,
  ) => { use(plugin: unknown): void; turndown(html: string): string };
  readonly gfm: unknown;
}

function loadParts(): Parts {
  const require = createRequire(import.meta.url);
  const { parseHTML } = require('linkedom');
  const { Readability } = require('@mozilla/readability');
  const { gfm } = require('@joplin/turndown-plugin-gfm');
  return { parseHTML, Readability, Turndown: require('turndown'), gfm };
}

/** The readable part of a page, as Markdown, with whole addresses. A page may be written to take forever. */
export function printPage(html: string, url: string): ReadablePage {
  const { parseHTML, Readability, Turndown, gfm } = loadParts();
  const { document } = parseHTML(withBody(html));
  completeAddresses(document, url);
  const named = document.querySelector('title')?.textContent ?? '';
  const unread = 'script, style, noscript, template, iframe, svg, body title';
  for (const element of document.querySelectorAll(unread)) element.remove();
  const whole = document.body?.innerHTML ?? '';
  const article = new Readability(document, { maxElemsToParse: 50_000 }).parse();
  const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  turndown.use(gfm);
  // Short pages that are no article are given whole.
  const markdown = turndown.turndown(article?.content || whole);
  return { title: (article?.title || named).replace(/\s+/g, ' ').trim(), markdown };
}

/** The parser adds no elements that a page left out. */
function withBody(html: string): string {
  if (/<body[\s>]/i.test(html)) return html;
  return `<html><body>${html.replace(/<!doctype[^<>]*>|<\/?(html|head|body)[^<>]*>/gi, '')}</body></html>`;
}

function completeAddresses(document: PageDocument, url: string): void {
  const base = document.querySelector('base[href]')?.getAttribute('href') ?? '';
  const root = URL.canParse(base, url) ? new URL(base, url).href : url;
  for (const name of ['href', 'src'])
    for (const element of document.querySelectorAll(`a[${name}], img[${name}]`)) {
      const value = element.getAttribute(name) ?? '';
      const target = URL.canParse(value, root) ? new URL(value, root) : undefined;
      if (target?.protocol === 'http:' || target?.protocol === 'https:')
        element.setAttribute(name, target.href);
      else element.removeAttribute(name);
    }
}
