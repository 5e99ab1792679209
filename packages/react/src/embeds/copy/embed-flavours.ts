import type { EmbedNodeAttrs } from '@millrace/engine';
import {
  type Content,
  contentGrid,
  contentHash,
  contentText,
  docText,
  embedMarkdown,
} from '@millrace/engine/document';
import { guardCopied } from '../sheet/cells/print-cells.ts';

export const EMBED_TYPE = 'application/x-openmates-embed+json';

/** The same content in the forms that other programs read, by MIME type. */
export type Flavours = Readonly<Record<string, string>>;

/**
 * An embed for the clipboard, as it is at this moment: Markdown for people and programs, HTML, and the embed itself with its
 * content, so that a paste needs nothing else. A sheet is also text with tabs, as spreadsheets take it. Pure.
 */
export function embedFlavours(attrs: EmbedNodeAttrs, content: Content): Flavours {
  const markdown = embedMarkdown(attrs, content);
  const grid = attrs.type === 'sheet' ? contentGrid(content) : undefined;
  const payload = embedPayload(attrs, content);
  return {
    'text/plain': grid === undefined ? markdown : gridText(grid),
    'text/markdown': markdown,
    'text/html': embedHtml(attrs, content, payload),
    ...(payload !== undefined && { [EMBED_TYPE]: payload }),
  };
}

/** Version 1 of the embed as JSON; none for an embed that is no text or sheet. */
function embedPayload(attrs: EmbedNodeAttrs, content: Content): string | undefined {
  const { id, type, language, filename, title } = attrs;
  if (type !== 'code' && type !== 'doc' && type !== 'sheet') return undefined;
  const grid = type === 'sheet' ? contentGrid(content) : undefined;
  const hash = contentHash(content);
  return JSON.stringify({
    ...{ version: 1, id, type, language, filename },
    // A title that only names the kind is left out.
    ...(filename === undefined && title !== undefined && type !== 'code' && { title }),
    contentRef: `cid:sha256:${hash}`,
    contentHash: hash,
    inlineContent: grid === undefined ? contentText(content) : { grid },
  });
}

function embedHtml(attrs: EmbedNodeAttrs, content: Content, payload: string | undefined): string {
  // Some browsers drop types that they do not know; HTML comes through.
  const data = payload === undefined ? '' : ` data-openmates-embed="${escapeHtml(payload)}"`;
  const text = contentText(content);
  switch (attrs.type) {
    case 'sheet':
      return `<table${data}>${(contentGrid(content) ?? []).map(rowHtml).join('')}</table>`;
    case 'doc':
      return `<div${data}>${docText(text)
        .split('\n')
        .map((line) => `<p>${escapeHtml(line)}</p>`)
        .join('')}</div>`;
    case 'web':
    case 'image':
    case 'video':
    case 'map':
      return `<a href="${escapeHtml(attrs.url ?? '')}">${escapeHtml(attrs.url ?? '')}</a>`;
    default: {
      const language = attrs.language === undefined ? '' : ` class="language-${escapeHtml(attrs.language)}"`;
      return `<pre${data}><code${language}>${escapeHtml(text)}</code></pre>`;
    }
  }
}

/** A row as other programs should find it; our own paste reads the embed beside it, which has the cells as they are. */
function rowHtml(cells: readonly string[]): string {
  return `<tr>${guardCopied(cells)
    .map((cell) => `<td>${escapeHtml(cell)}</td>`)
    .join('')}</tr>`;
}

/** Cells with tabs between them; cells with a tab, a break or a quote are quoted, and cells that a sheet would run are guarded. Pure. */
export function gridText(grid: readonly (readonly string[])[]): string {
  const cell = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return grid.map((row) => guardCopied(row).map(cell).join('\t')).join('\n');
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
}
