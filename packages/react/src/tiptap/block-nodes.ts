import { mergeAttributes, Node } from '@tiptap/core';
import { attribute, textOf } from './attribute.ts';

const Text = Node.create({ name: 'text', group: 'inline' });

// First of the blocks, so that it is what a new line becomes. A line break in a text is a character of it.
const Paragraph = Node.create({
  name: 'paragraph',
  group: 'block',
  content: 'inline*',
  whitespace: 'pre',
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: ({ HTMLAttributes }) => ['p', mergeAttributes({ dir: 'auto' }, HTMLAttributes), 0],
});

const Heading = Node.create({
  name: 'heading',
  group: 'block',
  content: 'inline*',
  whitespace: 'pre',
  defining: true,
  addAttributes: () => ({ level: attribute(({ tagName }) => Number(tagName.slice(1)), 1) }),
  parseHTML: () => [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}` })),
  renderHTML: ({ node, HTMLAttributes }) => {
    const level = Number(node.attrs['level']);
    const own = { class: `mr-heading mr-heading-${level}`, dir: 'auto' };
    return [`h${level}`, mergeAttributes(own, HTMLAttributes), 0];
  },
});

const Blockquote = Node.create({
  name: 'blockquote',
  group: 'block',
  content: 'block*',
  defining: true,
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: ({ HTMLAttributes }) => ['blockquote', mergeAttributes({ dir: 'auto' }, HTMLAttributes), 0],
});

const HorizontalRule = Node.create({
  name: 'horizontalRule',
  group: 'block',
  parseHTML: () => [{ tag: 'hr' }],
  renderHTML: ({ HTMLAttributes }) => ['hr', HTMLAttributes],
});

const HtmlBlock = Node.create({
  name: 'htmlBlock',
  group: 'block',
  atom: true,
  addAttributes: () => ({ html: attribute(({ textContent }) => textContent, '') }),
  parseHTML: () => [{ tag: 'pre[data-html]' }],
  // Its source, as text: HTML of a message is never drawn.
  renderHTML: ({ node, HTMLAttributes }) => [
    'pre',
    mergeAttributes({ class: 'mr-html', dir: 'ltr', 'data-html': '' }, HTMLAttributes),
    String(node.attrs['html']),
  ],
});

const Footnote = Node.create({
  name: 'footnote',
  group: 'block',
  content: 'block*',
  defining: true,
  addAttributes: () => ({ label: attribute(textOf('data-footnote'), '') }),
  parseHTML: () => [{ tag: 'div[data-footnote]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'div',
    mergeAttributes({ class: 'mr-note', 'data-footnote': String(node.attrs['label']) }, HTMLAttributes),
    0,
  ],
});

/** The blocks that hold text, or other blocks, or nothing. */
export const blockNodes: readonly Node[] = [
  Paragraph,
  Heading,
  Blockquote,
  HorizontalRule,
  HtmlBlock,
  Footnote,
  Text,
];
