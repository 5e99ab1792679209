'use client';

import type { EmbedNodeAttrs } from '@millrace/engine';
import { Maximize2 } from 'lucide-react';
import { type ReactNode, use, useEffect } from 'react';
import type { DiffFile } from '../../approval/diff/diff-file.ts';
import type { DiffRow } from '../../approval/diff/read-diff.ts';
import type { ShelvedEmbed } from '../../embeds/embed-shelf.ts';
import { FullScreenContext } from '../../embeds/full-screen-context.ts';
import { fileLanguage } from '../../embeds/languages.ts';
import { useWords } from '../../words/words-context.ts';
import type { FilesOfCall, LoadedFile } from './use-call-files.ts';

export interface FullScreenButtonProps {
  /** The id of the change in the page's address. */
  readonly id: string;
  readonly file: DiffFile;
  readonly loaded: FilesOfCall;
  /** Further buttons in full screen. */
  readonly actions: ReactNode;
}

/** Opens a change in full screen: the whole file with its changes or, where it was not kept, the changes alone. */
export function FullScreenButton({ id, file, loaded, actions }: FullScreenButtonProps) {
  const strings = useWords();
  const screen = use(FullScreenContext);
  const shelf = screen?.shelf;
  useEffect(() => () => shelf?.remove(id), [shelf, id]);
  if (screen?.canOpen('code') !== true) return null;
  async function open(opener: HTMLElement): Promise<void> {
    const files = await loaded.load();
    const whole = files?.find(({ path }) => path === file.path);
    shelf?.put({ ...(whole ? wholeFile(id, file, whole) : changesAlone(id, file)), actions });
    screen?.open(id, opener);
  }
  return (
    <button
      type="button"
      className="mr-icon"
      data-opens={id}
      title={strings.fullScreen}
      aria-label={strings.fullScreen}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => void open(currentTarget)}
    >
      <Maximize2 size={16} aria-hidden="true" />
    </button>
  );
}

function wholeFile(
  id: string,
  { added, removed }: DiffFile,
  { path, before, after }: LoadedFile,
): ShelvedEmbed {
  return {
    attrs: { ...attrsOf(id, path, after), language: fileLanguage(path) },
    content: after,
    made: { before: before ?? '', added, removed },
  };
}

const MARKS = { same: ' ', added: '+', removed: '-', gap: '@@', end: '\\', note: '#' } as const;

function changesAlone(id: string, { path, rows }: DiffFile): ShelvedEmbed {
  const lines = rows.map((row: DiffRow) => `${MARKS[row.type]}${'text' in row ? row.text : ''}`);
  const content = lines.join('\n');
  return { attrs: { ...attrsOf(id, path, content), language: 'diff' }, content };
}

function attrsOf(id: string, filename: string, text: string): EmbedNodeAttrs {
  const lineCount = text.replace(/\n$/, '').split('\n').length;
  return { id, type: 'code', status: 'finished', contentRef: id, filename, lineCount };
}
