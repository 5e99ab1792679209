import { mergeAttributes, Node } from '@tiptap/core';
import { Formula } from '../document/math/formula.tsx';
import { RemoteImage } from '../embeds/box/remote-image.tsx';
import { attribute, textOf } from './attribute.ts';
import { reactView, type Wrap } from './react-view.ts';

const latex = () => ({ latex: attribute(({ textContent }) => textContent, '') });

/** Images and formulas, drawn by our components. */
export function drawnNodes(wrap: Wrap): readonly Node[] {
  const image = Node.create({
    name: 'image',
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({
      src: attribute(textOf('data-src'), ''),
      alt: attribute(textOf('data-alt'), ''),
      title: attribute(textOf('title')),
    }),
    parseHTML: () => [{ tag: 'span[data-src]' }],
    // An `img` would ask its host.
    renderHTML: ({ node: { attrs }, HTMLAttributes }) => {
      const { src, alt, title } = { src: '', alt: '', ...attrs } as Readonly<Record<string, string>>;
      const own = { 'data-src': src, 'data-alt': alt, ...(title !== undefined && { title }) };
      return ['span', mergeAttributes(own, HTMLAttributes), alt || src || ''];
    },
    renderText: ({ node }) => String(node.attrs['alt']),
    addNodeView: () =>
      reactView(
        'span',
        { draw: ({ attrs }) => <RemoteImage url={String(attrs['src'])} alt={String(attrs['alt'])} /> },
        wrap,
      ),
  });
  const inlineMath = Node.create({
    name: 'inlineMath',
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: latex,
    parseHTML: () => [{ tag: 'code[data-latex]', priority: 51 }],
    renderHTML: ({ node, HTMLAttributes }) => [
      'code',
      mergeAttributes({ 'data-latex': '' }, HTMLAttributes),
      String(node.attrs['latex']),
    ],
    renderText: ({ node }) => `$${String(node.attrs['latex'])}$`,
    addNodeView: () =>
      reactView(
        'span',
        { draw: ({ attrs }) => <Formula latex={String(attrs['latex'])} isBlock={false} /> },
        wrap,
      ),
  });
  const blockMath = Node.create({
    name: 'blockMath',
    group: 'block',
    atom: true,
    addAttributes: latex,
    parseHTML: () => [{ tag: 'pre[data-latex]' }],
    renderHTML: ({ node, HTMLAttributes }) => [
      'pre',
      mergeAttributes({ 'data-latex': '' }, HTMLAttributes),
      String(node.attrs['latex']),
    ],
    addNodeView: () =>
      reactView(
        'div',
        {
          className: 'mr-math-place',
          draw: ({ attrs }) => <Formula latex={String(attrs['latex'])} isBlock />,
        },
        wrap,
      ),
  });
  return [image, inlineMath, blockMath];
}
