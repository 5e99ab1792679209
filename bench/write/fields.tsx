import { createEmptyHistoryState, registerHistory } from '@lexical/history';
import { registerPlainText } from '@lexical/plain-text';
import { Composer, type MessageFieldHandle } from '@millrace/react';
import { Editor, Node } from '@tiptap/core';
import { UndoRedo } from '@tiptap/extensions';
import { $createParagraphNode, $createTextNode, $getRoot, createEditor } from 'lexical';
import { type ComponentType, type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface Field {
  readonly text: string;
}

declare global {
  /** Our field, when it is the one that is shown. */
  var field: MessageFieldHandle | null;
}

function Millrace({ text: first }: Field) {
  const [text, setText] = useState(first);
  const nothing = (): void => {};
  return (
    <Composer
      {...{ text, onText: setText, models: [], model: undefined, phase: 'idle', placeholder: '' }}
      {...{ onSend: nothing, onStop: nothing, onModel: nothing }}
      inputRef={(handle) => {
        globalThis.field = handle;
      }}
    />
  );
}

function TextArea({ text: first }: Field) {
  const [text, setText] = useState(first);
  return (
    <textarea
      className="field"
      aria-label="Message"
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}

function TipTap({ text }: Field) {
  const box = useBox((element) => {
    const editor = new Editor({
      element,
      extensions: [Doc, Paragraph, Text, UndoRedo],
      content: {
        type: 'doc',
        content: text.split('\n').map((line) => ({
          type: 'paragraph',
          content: line === '' ? [] : [{ type: 'text', text: line }],
        })),
      },
    });
    return () => editor.destroy();
  });
  return <div ref={box} className="field" />;
}

function Lexical({ text }: Field) {
  const box = useBox((element) => {
    element.contentEditable = 'true';
    const editor = createEditor({
      onError(error) {
        throw error;
      },
    });
    editor.setRootElement(element);
    const stops = [registerPlainText(editor), registerHistory(editor, createEmptyHistoryState(), 300)];
    editor.update(() => {
      for (const line of text.split('\n'))
        $getRoot().append($createParagraphNode().append($createTextNode(line)));
    });
    return () => {
      for (const stop of stops) stop();
    };
  });
  return <div ref={box} className="field" />;
}

const Doc = Node.create({ name: 'doc', topNode: true, content: 'paragraph+' });
const Text = Node.create({ name: 'text' });
const Paragraph = Node.create({
  name: 'paragraph',
  content: 'text*',
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: () => ['p', 0],
});

function useBox(fill: (element: HTMLElement) => () => void): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a field is filled once
  useLayoutEffect(() => (box.current === null ? undefined : fill(box.current)), []);
  return box;
}

/** Every field can undo, and has one paragraph for each line. The rest shows the text as it is; ours shows previews and colours as well. */
export const FIELDS: Readonly<Record<string, ComponentType<Field>>> = {
  millrace: Millrace,
  'text area': TextArea,
  TipTap,
  Lexical,
};
