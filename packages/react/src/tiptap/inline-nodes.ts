import { mergeAttributes, Node } from '@tiptap/core';
import { attribute, textOf } from './attribute.ts';

const HardBreak = Node.create({
  name: 'hardBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: ({ HTMLAttributes }) => ['br', HTMLAttributes],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.insertContent({ type: 'hardBreak' }) };
  },
});

const HtmlInline = Node.create({
  name: 'htmlInline',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ html: attribute(({ textContent }) => textContent, '') }),
  parseHTML: () => [{ tag: 'span[data-html]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes({ 'data-html': '' }, HTMLAttributes),
    String(node.attrs['html']),
  ],
  renderText: ({ node }) => String(node.attrs['html']),
});

const FootnoteRef = Node.create({
  name: 'footnoteRef',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ label: attribute(textOf('data-footnote-ref'), '') }),
  parseHTML: () => [{ tag: 'sup[data-footnote-ref]' }],
  renderHTML: ({ node, HTMLAttributes }) => {
    const label = String(node.attrs['label']);
    const own = { class: 'mr-noteref', 'data-footnote-ref': label };
    return ['sup', mergeAttributes(own, HTMLAttributes), label];
  },
  renderText: ({ node }) => `[^${String(node.attrs['label'])}]`,
});

/** The inline nodes that need no component. */
export const inlineNodes: readonly Node[] = [HardBreak, HtmlInline, FootnoteRef];
