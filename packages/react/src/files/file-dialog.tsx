'use client';

import type { MessageFile } from '@millrace/engine/run';
import { Download, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, use, useLayoutEffect, useRef } from 'react';
import { useAttempt } from '../client/use-attempt.ts';
import { saveFile } from '../page/save-file.ts';
import { useWords } from '../words/words-context.ts';
import { FileAccess } from './file-access.ts';

export interface FileDialogProps {
  readonly file: MessageFile;
  /** Beside the size: the number of pages or sheets. */
  readonly detail?: string | undefined;
  readonly actions?: ReactNode;
  readonly keys?: readonly (readonly [key: string, does: string])[];
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  /** The element that gets the focus afterwards. */
  readonly backTo: HTMLElement | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A file over everything else, with its name, its actions and its keys. */
export function FileDialog(props: FileDialogProps) {
  const { file, detail, actions, keys = [], onKeyDown, backTo, onClose, children } = props;
  const words = useWords();
  const read = use(FileAccess)?.readFile;
  const { problem, run } = useAttempt();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.focus();
    return () => {
      // Below an open dialog nothing takes the focus.
      element?.close();
      backTo?.focus();
    };
  }, [backTo]);
  const { id, name, size } = file;
  const button = (label: string, Icon: typeof X, onPress: () => void) => (
    <button type="button" className="mr-icon" aria-label={label} title={label} onClick={onPress}>
      <Icon size={18} aria-hidden="true" />
    </button>
  );
  const facts = [detail, words.files.size(size)].filter((each) => each !== undefined).join(' · ');
  return (
    <dialog
      ref={dialog}
      className="mr-viewer"
      tabIndex={-1}
      aria-label={name}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKeyDown}
    >
      <header className="mr-viewer-head">
        <h2 dir="auto" title={name}>
          {name}
        </h2>
        <span className="mr-full-detail" role={problem && 'alert'}>
          {problem ?? facts}
        </span>
        <span className="mr-viewer-actions">
          {actions}
          {read !== undefined &&
            button(
              words.files.downloadOf(name),
              Download,
              () => void run(async () => saveFile(name, await read(id))),
            )}
          {button(words.files.close, X, onClose)}
        </span>
      </header>
      {children}
      <footer className="mr-full-foot">
        <span />
        <ul aria-label={words.keys}>
          {[...keys, ['Esc', words.files.keyClose] as const].map(([key, does]) => (
            <li key={key}>
              <kbd className="mr-keys">{key}</kbd> {does}
            </li>
          ))}
        </ul>
      </footer>
    </dialog>
  );
}
