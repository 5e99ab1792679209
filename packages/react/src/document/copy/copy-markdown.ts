import { markdownHtml } from './markdown-html.ts';

/** Puts Markdown on the clipboard: as it is for editors, and as HTML for other programs. Rejects when the browser refuses. */
export async function copyMarkdown(markdown: string): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(markdown);
  const blob = (type: string, text: string): Blob => new Blob([text], { type });
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': blob('text/plain', markdown),
      'text/html': blob('text/html', markdownHtml(markdown)),
    }),
  ]);
}
