import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

export interface ReadablePage {
  readonly title: string;
  readonly markdown: string;
}

const TIME_MS = 5_000;
const MAX_HEAP_MB = 512;

const require = createRequire(import.meta.url);

/** Looked for when the first page is read, not when the server starts. */
const partPaths = (): Readonly<Record<string, string>> => ({
  linkedom: require.resolve('linkedom'),
  readability: require.resolve('@mozilla/readability'),
  turndown: require.resolve('turndown'),
  gfm: require.resolve('@joplin/turndown-plugin-gfm'),
});

// As text, so that it is the same from the sources and from the build.
const WORK = `
const { parentPort, workerData: { html, url, parts } } = require('node:worker_threads');
const { parseHTML } = require(parts.linkedom);
const { Readability } = require(parts.readability);
const Turndown = require(parts.turndown);
const { gfm } = require(parts.gfm);

// The parser adds no elements that a page left out.
const isWhole = /<body[\\s>]/i.test(html);
const { document } = parseHTML(isWhole ? html : '<html><body>' + html.replace(/<!doctype[^>]*>|<\\/?(html|head|body)[^>]*>/gi, '') + '</body></html>');
const base = document.querySelector('base[href]')?.getAttribute('href') ?? '';
const root = URL.canParse(base, url) ? new URL(base, url).href : url;
for (const name of ['href', 'src']) {
  for (const element of document.querySelectorAll('a[' + name + '], img[' + name + ']')) {
    const value = element.getAttribute(name);
    const target = URL.canParse(value, root) ? new URL(value, root) : undefined;
    if (target?.protocol === 'http:' || target?.protocol === 'https:') element.setAttribute(name, target.href);
    else element.removeAttribute(name);
  }
}
const named = document.querySelector('title')?.textContent ?? '';
for (const element of document.querySelectorAll('script, style, noscript, template, iframe, svg, body title')) element.remove();
const whole = document.body?.innerHTML ?? '';
const article = new Readability(document, { maxElemsToParse: 50000 }).parse();
const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
turndown.use(gfm);
// Short pages that are no article are given whole.
const markdown = turndown.turndown(article?.content || whole || '');
const title = (article?.title || named).replace(/\\s+/g, ' ').trim();
parentPort.postMessage({ title, markdown });
`;

/**
 * What a person would read of a page, as Markdown, with whole addresses. It is made in a thread of its own, which is ended
 * after five seconds: a page may be written to take for ever. Rejects with what is wrong, or when the signal does.
 */
export async function readablePage(html: string, url: string, signal: AbortSignal): Promise<ReadablePage> {
  signal.throwIfAborted();
  const worker = new Worker(WORK, {
    eval: true,
    workerData: { html, url, parts: partPaths() },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    env: {},
  });
  const stop = AbortSignal.any([signal, AbortSignal.timeout(TIME_MS)]);
  try {
    return await new Promise<ReadablePage>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
      worker.once('exit', () => reject(new Error('The reader ended without a result.')));
      stop.addEventListener('abort', () => reject(stop.reason), { once: true });
    });
  } catch (cause) {
    signal.throwIfAborted();
    throw new Error('This page can not be read: it is too large or too deep.', { cause });
  } finally {
    await worker.terminate();
  }
}
