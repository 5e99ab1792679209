import { parseMarkdown, renderHtml } from '@millrace/engine';

type Block = ReturnType<typeof parseMarkdown>['children'][number];

const TITLE = /^<!--\s*title:\s*"([^"]*)"\s*-->\s*$/;

/** Markdown as HTML for the clipboard. The comment that is the title of a table is a line above it: nobody wants to read a comment. Pure. */
export function markdownHtml(markdown: string): string {
  const tree = parseMarkdown(markdown);
  return renderHtml({ ...tree, children: tree.children.map(withTitle) });
}

function withTitle(block: Block): Block {
  switch (block.type) {
    case 'blockQuote':
    case 'list':
    case 'listItem':
      return { ...block, children: block.children.map(withTitle) };
    case 'htmlBlock': {
      const { start, end } = block;
      const title = TITLE.exec(block.text)?.[1];
      if (title === undefined) return block;
      const bold = { type: 'strong', marker: '*', children: [{ type: 'text', text: title }] } as const;
      return { type: 'paragraph', start, end, children: [bold] };
    }
    default:
      return block;
  }
}
