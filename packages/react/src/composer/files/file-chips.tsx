'use client';

import type { ModelInfo } from '@millrace/engine/run';
import { FileText, Image, Paperclip, RotateCw, SlidersHorizontal, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { LiveRegion, useSaid } from '../../page/live-region.tsx';
import { problemOf } from '../../words/problem-of.ts';
import { useWords, type Words } from '../../words/words-context.ts';
import { FileOptions } from './file-options.tsx';
import type { FileRefusal, FileShelf, ShelfState, ShelvedFile } from './file-shelf.ts';
import { fileTokens } from './file-tokens.ts';

/** The props of `FileChips`. */
export interface FileChipsProps {
  readonly state: ShelfState;
  readonly shelf: Pick<FileShelf, 'remove' | 'retry' | 'sendOriginal' | 'choose' | 'move'>;
  /** The kinds of files that the chosen model reads as they are. */
  readonly reads?: ModelInfo['reads'];
  /** How many tokens fit into a conversation with it. */
  readonly contextWindow?: number | undefined;
}

/** The files of the next message, above its text: each with its progress, and buttons to remove it, to try again, or to send the original. */
export function FileChips({ state, shelf, reads, contextWindow }: FileChipsProps) {
  const words = useWords();
  const [said, say] = useSaid();
  const { files, refused } = state;
  const [opened, setOpened] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const place = files.findIndex(({ id }) => id === opened);
  const open = files[place];
  const all = files.reduce((sum, file) => sum + (fileTokens(file, reads) ?? 0), 0);
  const close = (): void => {
    setOpened(undefined);
    list.current?.querySelector<HTMLElement>(`[data-file="${opened}"] .mr-file-more`)?.focus();
  };
  const ready = files.filter((file) => file.state === 'ready').map(({ name }) => name);
  const before = useRef({ count: files.length, ready });
  useEffect(() => {
    const last = before.current;
    before.current = { count: files.length, ready };
    if (files.length > last.count) say(words.files.added(files.length));
    else if (ready.length > last.ready.length) say(words.files.ready(ready.at(-1) ?? ''));
  });
  return (
    <>
      <LiveRegion said={said} as="polite" />
      {files.length > 0 && (
        <ul className="mr-file-chips" aria-label={words.files.label} ref={list}>
          {files.map((file) => (
            <FileChip
              key={file.id}
              {...{ file, shelf, reads }}
              isOpen={file.id === opened}
              canMove={files.length > 1}
              onOpen={() => (file.id === opened ? close() : setOpened(file.id))}
            />
          ))}
        </ul>
      )}
      {open !== undefined && (
        <FileOptions key={open.id} file={open} count={files.length} {...{ place, shelf }} onClose={close} />
      )}
      {contextWindow !== undefined && all > contextWindow && (
        <p className="mr-file-chips-refused" role="alert">
          {words.files.overWindow(all, contextWindow)}
        </p>
      )}
      {refused.length > 0 && (
        <div className="mr-file-chips-refused" role="alert">
          {refused.map((refusal) => (
            <p key={JSON.stringify(refusal)}>{refusalIn(words, refusal)}</p>
          ))}
        </div>
      )}
    </>
  );
}

interface FileChipProps extends Pick<FileChipsProps, 'shelf' | 'reads'> {
  readonly file: ShelvedFile;
  readonly isOpen: boolean;
  readonly canMove: boolean;
  readonly onOpen: () => void;
}

function FileChip({ file, shelf, reads, isOpen, canMove, onOpen }: FileChipProps) {
  const words = useWords();
  const hasOptions =
    canMove || file.type.startsWith('image/') || ['page', 'slide'].includes(file.outline?.unit ?? '');
  const { id, name, size, state, sent, preview, original } = file;
  const part = size === 0 ? 0 : sent / size;
  const hasFailed = state === 'failed';
  return (
    <li className={hasFailed ? 'mr-file-chip mr-file-chip-failed' : 'mr-file-chip'} data-file={id}>
      <span className="mr-file-chip-look">
        {preview === undefined ? <FileIcon type={file.type} /> : <img src={preview} alt="" />}
      </span>
      <span className="mr-file-chip-facts">
        <span className="mr-file-chip-name" dir="auto" title={name}>
          {name}
        </span>
        <span className="mr-file-chip-note">
          {hasFailed ? problemOf(words, file.problem) : noteOf(words, file, part, reads)}
          {state === 'ready' && original !== undefined && original > size && (
            <button type="button" title={words.files.originalTitle} onClick={() => shelf.sendOriginal(id)}>
              {words.files.original(original)}
            </button>
          )}
        </span>
      </span>
      {hasFailed && (
        <button
          type="button"
          className="mr-icon"
          aria-label={words.files.retry(name)}
          title={words.files.retryShort}
          onClick={() => shelf.retry(id)}
        >
          <RotateCw size={16} aria-hidden="true" />
        </button>
      )}
      {!hasFailed && hasOptions && (
        <button
          type="button"
          className="mr-icon mr-file-more"
          aria-label={words.files.options(name)}
          title={words.files.options(name)}
          aria-expanded={isOpen}
          onClick={onOpen}
        >
          <SlidersHorizontal size={16} aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        className="mr-icon"
        aria-label={words.files.remove(name)}
        title={words.files.remove(name)}
        onClick={(event) => {
          // The button goes; the focus stays in the row or goes to the text.
          const form = event.currentTarget.closest('form');
          shelf.remove(id);
          requestAnimationFrame(() =>
            form
              ?.querySelector<HTMLElement>(
                '.mr-file-chip .mr-icon:last-child, textarea, [contenteditable="true"]',
              )
              ?.focus(),
          );
        }}
      >
        <X size={16} aria-hidden="true" />
      </button>
      {state === 'uploading' && (
        <progress className="mr-file-chip-line" max={1} value={part} aria-hidden="true" />
      )}
    </li>
  );
}

/** The icon of a file that has no picture of itself. */
function FileIcon({ type }: { readonly type: string }) {
  const Icon = type.startsWith('image/') ? Image : type === '' ? Paperclip : FileText;
  return <Icon size={20} aria-hidden="true" />;
}

function noteOf({ files }: Words, file: ShelvedFile, part: number, reads: ModelInfo['reads']): string {
  const { state, size, outline } = file;
  const tokens = fileTokens(file, reads);
  switch (state) {
    case 'waiting':
      return files.waiting;
    case 'preparing':
      return files.preparing;
    case 'uploading':
      return files.uploading(part);
    default:
      return [
        outline?.unit === 'page' ? files.pages(outline.count) : files.size(size),
        ...(tokens === undefined ? [] : [files.tokens(tokens)]),
      ].join(' · ');
  }
}

function refusalIn({ files }: Words, refusal: FileRefusal): string {
  switch (refusal.type) {
    case 'tooLarge':
      return files.tooLarge(refusal.name, refusal.size, refusal.largest);
    case 'tooMany':
      return files.tooMany(refusal.most);
    case 'empty':
      return files.empty(refusal.name);
    case 'notKept':
      return files.notKept;
  }
}
