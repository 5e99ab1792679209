import { type Editor, mergeAttributes, Node } from '@tiptap/core';
import type { Words } from '../words/words-context.ts';
import { attribute } from './attribute.ts';

const tight = { tight: attribute(({ dataset }) => dataset['tight'] !== 'false', true) };

const listAttrs = (kind: string, isTight: unknown): Record<string, string> => ({
  class: `${kind} ${isTight === true ? 'mr-tight' : ''}`.trim(),
  'data-tight': String(isTight === true),
  dir: 'auto',
});

const BulletList = Node.create({
  name: 'bulletList',
  group: 'block',
  content: 'listItem*',
  addAttributes: () => tight,
  parseHTML: () => [{ tag: 'ul' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'ul',
    mergeAttributes(listAttrs('', node.attrs['tight']), HTMLAttributes),
    0,
  ],
});

const OrderedList = Node.create({
  name: 'orderedList',
  group: 'block',
  content: 'listItem*',
  addAttributes: () => ({ ...tight, start: attribute((list) => (list as HTMLOListElement).start, 1) }),
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'ol',
    mergeAttributes(listAttrs('', node.attrs['tight']), { start: node.attrs['start'] }, HTMLAttributes),
    0,
  ],
});

const TaskList = Node.create({
  name: 'taskList',
  group: 'block',
  content: 'taskItem*',
  addAttributes: () => tight,
  parseHTML: () => [{ tag: 'ul[data-tasks]', priority: 51 }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'ul',
    mergeAttributes({ ...listAttrs('mr-tasks', node.attrs['tight']), 'data-tasks': '' }, HTMLAttributes),
    0,
  ],
});

const ListItem = Node.create({
  name: 'listItem',
  content: 'block*',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return itemKeys(this);
  },
});

/** An item with a box that can be ticked. */
function taskItem(words: Words): Node {
  return Node.create({
    name: 'taskItem',
    content: 'block*',
    defining: true,
    addAttributes: () => ({ checked: attribute(({ dataset }) => dataset['checked'] === 'true', false) }),
    parseHTML: () => [{ tag: 'li[data-checked]', priority: 51 }],
    renderHTML: ({ node, HTMLAttributes }) => [
      'li',
      mergeAttributes({ 'data-checked': String(node.attrs['checked']) }, HTMLAttributes),
      0,
    ],
    addKeyboardShortcuts() {
      return itemKeys(this);
    },
    addNodeView() {
      return ({ node, view, getPos, HTMLAttributes }) => {
        const dom = document.createElement('li');
        for (const [name, value] of Object.entries(HTMLAttributes)) dom.setAttribute(name, String(value));
        const box = document.createElement('input');
        box.type = 'checkbox';
        box.contentEditable = 'false';
        const contentDOM = document.createElement('div');
        dom.append(box, contentDOM);
        const show = (isChecked: boolean): void => {
          box.checked = isChecked;
          box.ariaLabel = words.task(isChecked);
        };
        show(node.attrs['checked'] === true);
        box.addEventListener('change', () => {
          const pos = getPos();
          if (pos === undefined || !view.editable) show(!box.checked);
          else view.dispatch(view.state.tr.setNodeAttribute(pos, 'checked', box.checked));
        });
        return {
          dom,
          contentDOM,
          update(next) {
            if (next.type.name !== 'taskItem') return false;
            show(next.attrs['checked'] === true);
            return true;
          },
          ignoreMutation: (mutation) =>
            mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
          stopEvent: ({ target }) => target === box,
        };
      };
    },
  });
}

function itemKeys({ editor, name }: { editor: Editor; name: string }): Record<string, () => boolean> {
  return {
    Enter: () => editor.commands.splitListItem(name),
    Tab: () => editor.commands.sinkListItem(name),
    'Shift-Tab': () => editor.commands.liftListItem(name),
  };
}

/** The lists and their items. */
export function listNodes(words: Words): readonly Node[] {
  return [BulletList, OrderedList, TaskList, ListItem, taskItem(words)];
}
