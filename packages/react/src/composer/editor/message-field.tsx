'use client';

import type { PasteOptions } from '@millrace/engine/paste';
import type { ModeInfo } from '@millrace/engine/run';
import {
  type ClipboardEvent,
  type ComponentType,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { MessageFieldHandle } from '../../page/message-field-handle.ts';
import type { CompletionSources } from '../completion/create-completions.ts';
import type { DraftEditorProps } from './draft-editor.tsx';
import type { ClipboardSource } from './paste/clipboard-payload.ts';
import type { PastedTexts } from './paste/pasted-text.ts';

/** The props of `MessageField`. */
export interface MessageFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly placeholder: string;
  /** The name of the field for screen readers. */
  readonly label: string;
  readonly id?: string | undefined;
  readonly describedBy?: string | undefined;
  /** Hears each key that is not a part of a composition; what it prevents does nothing more. Send and stop here. */
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  /** The lengths from which a pasted text is a preview, or `convert: 'never'`. */
  readonly paste?: PasteOptions | undefined;
  /** Keeps what was pasted over a reload, for "Keep as text". */
  readonly pasted?: PastedTexts | undefined;
  /** Takes files that are pasted or dropped. Without it the field says that there is no place for them. */
  readonly onFiles?: ((files: readonly File[]) => void) | undefined;
  /** The files, commands and modes that `@` and `/` complete. */
  readonly completions?: CompletionSources | undefined;
  /** Changes the mode, when one was chosen by `/`. */
  readonly onMode?: ((mode: ModeInfo) => void) | undefined;
  readonly fieldRef?: Ref<MessageFieldHandle> | undefined;
}

/** Something that was pasted before the editor was there. Meanwhile it stands as `text`; a long one, and files, are held back. */
export interface EarlyPaste {
  readonly at: number;
  readonly text: string;
  readonly data: ClipboardSource & { readonly files: readonly File[] };
}

type Editor = ComponentType<DraftEditorProps>;

/** A longer text would make a text area slow, so the editor shows it from the beginning. */
const LONG = 100_000;

/**
 * The field in which a message is written: a text area, until the editor with previews is loaded at the first focus and takes over text
 * and caret. Without it the text area goes on working.
 */
export function MessageField({ fieldRef, ...props }: MessageFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const handle = useRef<MessageFieldHandle>(null);
  const isComposing = useRef(false);
  const loaded = useRef<Editor>(undefined);
  const pastes = useRef<EarlyPaste[]>([]);
  const isPlain = useRef(false);
  const [hasFailed, setFailed] = useState(false);
  const [taken, setTaken] = useState<{
    readonly Editor: Editor;
    readonly selection: DraftEditorProps['selection'];
  }>();
  useImperativeHandle(fieldRef, () => ({
    focus(at) {
      if (handle.current !== null) handle.current.focus(at);
      else focusArea(area.current, at);
    },
    sent: () => handle.current?.sent() ?? inFull(),
    insert(text) {
      if (handle.current !== null) handle.current.insert(text);
      else if (area.current !== null) insertInto(area.current, text, props.onText);
    },
  }));
  // Better slow than not there.
  const isLong = props.text.length > LONG && !hasFailed;
  /** The text with what was held back of it, which the page has then, too. */
  function inFull(): string {
    let text = isLong ? props.text : (area.current?.value ?? props.text);
    const held = pastes.current.filter((paste) => paste.text === '' && plainOf(paste.data) !== '');
    if (held.length === 0) return text;
    for (const { at, data } of held.toReversed()) text = text.slice(0, at) + plainOf(data) + text.slice(at);
    pastes.current = pastes.current.filter((paste) => !held.includes(paste));
    flushSync(() => props.onText(text));
    return text;
  }
  function takeOver(): void {
    const element = area.current;
    const Editor = loaded.current;
    if (Editor === undefined || element === null || isComposing.current) return;
    // A person who has left the field meanwhile gets the editor at the next focus.
    if (document.activeElement !== element && !isLong && pastes.current.length === 0) return;
    const { selectionStart, selectionEnd, selectionDirection } = element;
    const isBack = selectionDirection === 'backward';
    setTaken({
      Editor,
      selection: {
        anchor: isBack ? selectionEnd : selectionStart,
        head: isBack ? selectionStart : selectionEnd,
      },
    });
  }
  function load(): void {
    import('./draft-editor.tsx').then(
      ({ DraftEditor }) => {
        loaded.current = DraftEditor;
        takeOver();
      },
      // It is tried again at the next focus.
      () => {
        setFailed(true);
        for (const { data } of pastes.current) if (data.files.length > 0) props.onFiles?.(data.files);
        inFull();
        pastes.current = [];
      },
    );
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a long text needs the editor at once
  useEffect(() => {
    if (isLong && taken === undefined) load();
  }, [isLong]);
  if (taken !== undefined)
    return <taken.Editor {...props} selection={taken.selection} handle={handle} pastes={pastes.current} />;
  /** Lets the browser paste, and remembers it for the editor, which alone knows what to do with files and long texts. */
  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const data = copyOf(event.clipboardData);
    const plain = plainOf(data);
    const isHeld = plain.length > LONG || data.files.length > 0;
    if (hasFailed || (isPlain.current && !isHeld)) return;
    pastes.current.push({ at: event.currentTarget.selectionStart, text: isHeld ? '' : plain, data });
    if (isHeld) event.preventDefault();
  }
  return (
    <textarea
      ref={area}
      id={props.id}
      className="mr-composer-text"
      aria-label={props.label}
      aria-describedby={props.describedBy}
      dir="auto"
      rows={1}
      value={isLong ? '' : props.text}
      readOnly={isLong}
      placeholder={props.placeholder}
      onChange={(event) => props.onText(event.target.value)}
      onFocus={load}
      onPaste={onPaste}
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={() => {
        isComposing.current = false;
        // Safari gives the text after the end, and the next syllable may begin a composition at once.
        setTimeout(takeOver);
      }}
      onKeyDown={({ nativeEvent }) => {
        // Safari ends the composition before it sends the key that ended it; that key has code 229.
        if (nativeEvent.isComposing || nativeEvent.keyCode === 229) return;
        const { ctrlKey, metaKey, shiftKey, key } = nativeEvent;
        isPlain.current = (ctrlKey || metaKey) && shiftKey && key.toLowerCase() === 'v';
        props.onKeyDown?.(nativeEvent);
      }}
    />
  );
}

/** A clipboard is empty behind its event. */
function copyOf(data: DataTransfer): EarlyPaste['data'] {
  const texts = new Map(
    data.types.filter((type) => type !== 'Files').map((type) => [type, data.getData(type)]),
  );
  return { types: [...texts.keys()], getData: (type) => texts.get(type) ?? '', files: [...data.files] };
}

function plainOf(data: ClipboardSource): string {
  return data.getData('text/plain').replace(/\r\n?/g, '\n');
}

function focusArea(area: HTMLTextAreaElement | null, at: 'end' | undefined): void {
  if (at === 'end') area?.setSelectionRange(area.value.length, area.value.length);
  area?.focus();
}

function insertInto(area: HTMLTextAreaElement, text: string, onText: (text: string) => void): void {
  const { value, selectionStart, selectionEnd } = area;
  onText(value.slice(0, selectionStart) + text + value.slice(selectionEnd));
}
