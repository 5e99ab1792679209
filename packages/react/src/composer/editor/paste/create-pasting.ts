import type { Text } from '@codemirror/state';
import type { DraftBlock } from '@millrace/engine/document';
import { type Editable, previewsOf, readUpTo } from '../draft/draft-field.ts';
import { holdPlace } from '../draft/hold-place.ts';
import { replacePreview } from '../draft/preview-keys.ts';
import { type Reference, type References, tokenOf } from '../draft/reference.ts';
import type { MessageFieldProps } from '../message-field.tsx';
import type { Note } from '../paste-note.tsx';
import { type Clipboard, type ClipboardSource, readClipboard } from './clipboard-payload.ts';
import { insertBlock, insertForNow, insertText, isInCode, replaceForNow } from './insert-pasted.ts';
import type { PasteReading } from './paste-reading.ts';
import { keepPasted } from './pasted-text.ts';

type Readers = Pick<typeof import('./paste-late.ts'), 'readWhole' | 'pasteLong'>;

/** Loads the code that reads pastes and says what became of them. */
export const loadLate = () => import('./paste-late.ts');

/** A longer paste is read beside the page. */
const LONG = 200_000;
/** A longer one is refused: no model reads so much. */
const LONGEST = 20_000_000;

/** Pastes into the text: as previews, as Markdown, or as it is. */
export interface Pasting {
  /** Loads the code that reads pastes. It comes behind the editor, which is there sooner without it. */
  load(): Promise<unknown>;
  /** Pastes a clipboard, or what was dropped: there is nothing left to do. */
  paste(view: Editable, data: ClipboardSource): true;
  /** Hears keys first. True when one was for a paste. */
  press(view: Editable, event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): boolean;
  /** Turns the last preview into the text that was pasted. */
  keep(view: Editable): void;
  /** Gives a text that was too long to the app, as a file. */
  attach(): void;
  close(): void;
}

export interface PastingParts {
  readonly references: References;
  readonly options: () => Pick<MessageFieldProps, 'paste' | 'onFiles' | 'pasted'>;
  /** Hears the outcome of the last paste; undefined when there is nothing more to say about it. */
  readonly onNote: (note: Note | undefined) => void;
}

/** The ways in which a paste ends. */
export interface Outcomes {
  readonly options: PastingParts['options'];
  /** Says something about the paste, and how the next undo changes it, if in another way than the history's. */
  tell(note: Note | undefined, undo?: (view: Editable) => void): void;
  /** Says that it is shown as a preview. Returns the text that stands for it. */
  show(reference: Reference): string;
  /** Puts what was read at the caret. */
  take(view: Editable, reading: PasteReading, clipboard: Clipboard): void;
  /**
   * Shows a reference until it is read. Returns what exchanges it for a text, or takes it out, and tells whether it was still there:
   * somebody may have undone or edited it meanwhile.
   */
  showForNow(view: Editable, reference: Reference): (text?: string) => boolean;
}

export function createPasting({ references, options, onNote }: PastingParts): Pasting {
  let readers: Readers | undefined;
  let isPlain = false;
  let undo: ((view: Editable) => void) | undefined;
  /** The draft behind the last paste: what was written since is undone first. */
  let pasted: Text | undefined;
  let tooLong: string | undefined;

  const outcomes: Outcomes = {
    options,
    tell(note, next) {
      undo = next;
      tooLong = undefined;
      onNote(note);
    },
    show(reference) {
      const token = references.add(reference);
      keepPasted(options().pasted, reference, reference.plain);
      outcomes.tell({ type: 'preview' }, (view) => {
        const block = blockOf(view, token);
        if (block !== undefined) replacePreview(view, block, reference.plain);
      });
      return token;
    },
    take(view, { pasted, attrs }, { files }) {
      outcomes.tell(undefined);
      if (pasted.type === 'text') insertText(view, pasted.markdown);
      else if (pasted.type === 'embed' && attrs !== undefined)
        insertBlock(view, outcomes.show({ ...pasted, attrs }));
      else if (pasted.type === 'files') {
        const { onFiles } = options();
        if (onFiles === undefined) outcomes.tell({ type: 'files' });
        else onFiles(pasted.files.flatMap((i) => files[i] ?? []));
      }
    },
    showForNow(view, reference) {
      const token = references.add(reference);
      const before = insertForNow(view, token);
      return (text) => {
        const block = blockOf(view, token);
        const isLast = isBehindPaste(view);
        if (block !== undefined) replaceForNow(view, block, before, text);
        if (isLast) pasted = view.state.doc;
        return block !== undefined;
      };
    },
  };
  const load = async (): Promise<Readers> => {
    readers ??= await loadLate();
    return readers;
  };
  function take(view: Editable, clipboard: Clipboard): void {
    const read = ({ readWhole, pasteLong }: Readers): void => {
      if (clipboard.size > LONG) void pasteLong(view, clipboard, outcomes);
      else outcomes.take(view, readWhole(clipboard.payload, options().paste ?? {}), clipboard);
      pasted = view.state.doc;
    };
    if (readers !== undefined) {
      read(readers);
      return;
    }
    const there = holdPlace(view);
    load().then(
      (late) => there(() => read(late)),
      // It is pasted as text when the code for it does not come.
      () => there(() => insertText(view, clipboard.plain)),
    );
  }
  function refuse({ plain }: Clipboard): void {
    const canAttach = options().onFiles !== undefined && plain !== '';
    outcomes.tell({ type: canAttach ? 'attachable' : 'tooLong' });
    if (canAttach) tooLong = plain;
  }
  const isBehindPaste = ({ state }: Editable): boolean => pasted?.eq(state.doc) === true;
  function keep(view: Editable): void {
    const act = undo;
    outcomes.tell(undefined);
    act?.(view);
  }

  return {
    // It is tried again with the next paste.
    load: () => load().catch(() => {}),
    paste(view, data) {
      const plain = isPlain;
      isPlain = false;
      const clipboard = readClipboard(data);
      // The block that the caret stands in decides what becomes of it.
      if (!plain) readUpTo(view, view.state.selection.main.to);
      const isText = clipboard.plain !== '' && (plain || isInCode(view.state));
      const own = plain ? undefined : references.ownText(clipboard.plain);
      if (clipboard.size > LONGEST) refuse(clipboard);
      else if (own !== undefined) insertText(view, own);
      else if (isText) insertText(view, clipboard.plain);
      else take(view, clipboard);
      return true;
    },
    press(view, { key, ctrlKey, metaKey, shiftKey }) {
      const isMod = ctrlKey || metaKey;
      isPlain = isMod && shiftKey && key.toLowerCase() === 'v';
      if (undo === undefined || !isMod || shiftKey || key.toLowerCase() !== 'z') return false;
      if (!isBehindPaste(view)) return false;
      keep(view);
      return true;
    },
    keep,
    attach() {
      const text = tooLong;
      outcomes.tell(undefined);
      if (text !== undefined) options().onFiles?.([new File([text], 'pasted.txt', { type: 'text/plain' })]);
    },
    close: () => outcomes.tell(undefined),
  };
}

/** The preview that a token stands for. */
function blockOf({ state }: Editable, token: string): DraftBlock | undefined {
  return previewsOf(state).find((each) => tokenOf(each) === token);
}
