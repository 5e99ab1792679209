import type { EditorView } from '@codemirror/view';
import { embedMarkdown } from '@millrace/engine/document';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { DraftEditor } from './create-draft-editor.ts';
import { previewsOf } from './draft/draft-field.ts';
import { replacePreview } from './draft/preview-keys.ts';
import { type Reference, type References, referenceOf } from './draft/reference.ts';
import type { MessageFieldProps } from './message-field.tsx';
import { type Clipboard, readClipboard } from './paste/clipboard-payload.ts';
import { insertBlock, insertText, isInCode } from './paste/insert-pasted.ts';
import { type PasteReading, readWhole } from './paste/paste-reading.ts';
import { readBeside } from './paste/read-beside.ts';
import type { Note } from './paste-note.tsx';

/** A longer paste is read beside the page. */
const LONG = 200_000;
/** A longer one is refused: no model reads so much. */
const LONGEST = 20_000_000;

export interface Pasting {
  readonly note: Note | undefined;
  /** Turns the last preview into the text that was pasted. */
  readonly keep: () => void;
  readonly close: () => void;
  readonly onPaste: (view: EditorView, data: DataTransfer, event: Event) => boolean;
  /** Hears keys first. True when one was for a paste. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

interface PasteParts {
  readonly latest: RefObject<Pick<MessageFieldProps, 'paste' | 'onFiles'>>;
  readonly editor: RefObject<DraftEditor | undefined>;
  readonly references: References;
}

/** Pastes into the text: as previews, as Markdown, or as it is. */
export function usePaste({ latest, editor, references }: PasteParts): Pasting {
  const [note, setNote] = useState<Note>();
  const isPlain = useRef(false);
  const last = useRef<string>(undefined);

  /** Exchanges the text that stands for a reference. */
  const exchange = useCallback(
    (token: string, text: string) => {
      const view = editor.current?.view;
      const wanted = references.get(token);
      if (view === undefined || wanted === undefined) return;
      const block = previewsOf(view.state).find((each) => referenceOf(each, references) === wanted);
      if (block !== undefined) replacePreview(view, block, text);
    },
    [editor, references],
  );
  const close = useCallback(() => {
    last.current = undefined;
    setNote(undefined);
  }, []);
  const keep = useCallback(() => {
    const token = last.current;
    const plain = token === undefined ? undefined : references.get(token)?.plain;
    close();
    if (token !== undefined && plain !== undefined) exchange(token, plain);
    editor.current?.view.focus();
  }, [close, editor, exchange, references]);

  const take = useCallback(
    (view: EditorView, { pasted, attrs }: PasteReading, { files }: Clipboard) => {
      close();
      switch (pasted.type) {
        case 'text':
          insertText(view, pasted.markdown);
          break;
        case 'embed':
          if (attrs === undefined) break;
          last.current = references.add({ ...pasted, attrs });
          insertBlock(view, last.current);
          setNote({ type: 'preview' });
          break;
        case 'files': {
          const { onFiles } = latest.current;
          if (onFiles === undefined) setNote({ type: 'files' });
          else onFiles(pasted.files.flatMap((i) => files[i] ?? []));
          break;
        }
        default:
      }
    },
    [close, latest, references],
  );
  /** Shows a long paste at once as code, and as what it is when it was read. Nothing is lost if that fails. */
  const takeLong = useCallback(
    async (view: EditorView, clipboard: Clipboard) => {
      const plain = clipboard.payload.types['text/plain'] ?? '';
      const token = references.add(unread(plain));
      insertBlock(view, token);
      setNote({ type: 'reading' });
      const { pasted, attrs } = await readBeside(clipboard.payload, latest.current.paste ?? {});
      close();
      if (pasted.type === 'text') exchange(token, pasted.markdown);
      else if (pasted.type === 'embed' && attrs !== undefined) {
        const next = references.add({ ...pasted, attrs });
        exchange(token, next);
        last.current = next;
        setNote({ type: 'preview' });
      }
    },
    [close, exchange, latest, references],
  );

  const onPaste = useCallback(
    (view: EditorView, data: DataTransfer, event: Event) => {
      const plain = isPlain.current;
      isPlain.current = false;
      const clipboard = readClipboard(data);
      if (clipboard.size > LONGEST) {
        event.preventDefault();
        setNote({ type: 'tooLong' });
        return true;
      }
      if (plain || isInCode(view.state)) return false;
      event.preventDefault();
      if (clipboard.size > LONG) void takeLong(view, clipboard);
      else take(view, readWhole(clipboard.payload, latest.current.paste ?? {}), clipboard);
      return true;
    },
    [latest, take, takeLong],
  );
  const onKey = useCallback(
    (event: KeyboardEvent) => {
      const isMod = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      isPlain.current = isMod && event.shiftKey && key === 'v';
      if (last.current === undefined || !isMod || event.shiftKey || key !== 'z') return false;
      event.preventDefault();
      keep();
      return true;
    },
    [keep],
  );
  return useMemo(() => ({ note, keep, close, onPaste, onKey }), [note, keep, close, onPaste, onKey]);
}

/** A text that nobody has read yet, as code. */
function unread(plain: string): Reference {
  const content = plain.replace(/\r\n?/g, '\n');
  const id = crypto.randomUUID();
  const attrs = { id, type: 'code', status: 'finished', contentRef: `stream:${id}` } as const;
  return { attrs, content, plain: content, markdown: embedMarkdown(attrs, content) };
}
