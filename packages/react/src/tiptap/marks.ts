import { type Editor, Mark, mergeAttributes } from '@tiptap/core';
import { hostOf } from '../embeds/safe-link.tsx';
import { attribute, textOf } from './attribute.ts';
import { isDraft } from './doc-node.ts';
import { isInSource } from './source-plugin.ts';

const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({
    href: attribute((link) => link.getAttribute('data-href') ?? link.getAttribute('href'), ''),
    title: attribute(textOf('title')),
  }),
  parseHTML: () => [{ tag: 'a[href]' }, { tag: 'a[data-href]' }],
  renderHTML: ({ mark, HTMLAttributes }) => {
    const href = String(mark.attrs['href']);
    const title: unknown = mark.attrs['title'];
    // An address that may not be followed is kept, and leads nowhere.
    const leads = hostOf(href) === undefined ? {} : { href, rel: 'noopener noreferrer', target: '_blank' };
    const own = { ...leads, 'data-href': href, ...(typeof title === 'string' && { title }) };
    return ['a', mergeAttributes(own, HTMLAttributes), 0];
  },
});

const Bold = Mark.create({
  name: 'bold',
  parseHTML: () => [{ tag: 'strong' }, { tag: 'b' }],
  renderHTML: ({ HTMLAttributes }) => ['strong', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return toggledBy('Mod-b', this);
  },
});

const Italic = Mark.create({
  name: 'italic',
  parseHTML: () => [{ tag: 'em' }, { tag: 'i' }],
  renderHTML: ({ HTMLAttributes }) => ['em', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return toggledBy('Mod-i', this);
  },
});

const Strike = Mark.create({
  name: 'strike',
  parseHTML: () => [{ tag: 's' }, { tag: 'del' }],
  renderHTML: ({ HTMLAttributes }) => ['s', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return toggledBy('Mod-Shift-s', this);
  },
});

const Code = Mark.create({
  name: 'code',
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: ({ HTMLAttributes }) => ['code', mergeAttributes({ dir: 'ltr' }, HTMLAttributes), 0],
  addKeyboardShortcuts() {
    return toggledBy('Mod-e', this);
  },
});

const Highlight = Mark.create({
  name: 'highlight',
  addAttributes: () => ({ kind: attribute(textOf('data-highlight')) }),
  parseHTML: () => [{ tag: 'span[data-highlight]' }],
  renderHTML: ({ mark, HTMLAttributes }) => {
    const own = { class: 'mr-highlight', 'data-highlight': String(mark.attrs['kind']) };
    return ['span', mergeAttributes(own, HTMLAttributes), 0];
  },
});

function toggledBy(
  keys: string,
  { editor, name }: { editor: Editor; name: string },
): Record<string, () => boolean> {
  const isPlain = (): boolean => isDraft(editor) || isInSource(editor.state);
  return { [keys]: () => !isPlain() && editor.commands.toggleMark(name) };
}

/** The marks, in the order in which `parseMessage` names them. */
export const marks: readonly Mark[] = [Link, Bold, Italic, Strike, Code, Highlight];
