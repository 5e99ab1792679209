'use client';

import type { EmbedNodeAttrs } from '@millrace/engine';
import { use, useMemo } from 'react';
import { FullScreenContext, useShelved } from '../../embeds/full-screen-context.ts';
import { useWords, type Words } from '../../words/words-context.ts';

export interface OutputOf {
  readonly toolCallId: string;
  readonly toolName: string;
}

export interface ShowAllButtonProps {
  /** The call that gave it. */
  readonly of: OutputOf;
  readonly text: string;
  readonly lines: number;
  /** Shows it in place, where there is no full screen. */
  readonly onShow: () => void;
}

/** Opens a long output in full screen, or in its place where there is none. */
export function ShowAllButton({ of, text, lines, onShow }: ShowAllButtonProps) {
  const strings = useWords();
  const screen = use(FullScreenContext);
  const { toolCallId, toolName } = of;
  const attrs = useMemo(
    () => outputAttrs(strings, toolCallId, toolName, lines),
    [strings, toolCallId, toolName, lines],
  );
  useShelved({ attrs, content: text });
  const opens = screen?.canOpen(attrs.type) === true;
  return (
    <button
      type="button"
      className="mr-button-quiet mr-show-all"
      aria-haspopup={opens ? 'dialog' : undefined}
      onClick={({ currentTarget }) => (opens ? screen.open(attrs.id, currentTarget) : onShow())}
    >
      {strings.showAllLines(lines)}
    </button>
  );
}

function outputAttrs(
  strings: Words,
  toolCallId: string,
  toolName: string,
  lineCount: number,
): EmbedNodeAttrs {
  const id = `output:${toolCallId}`;
  const title = strings.outputOf(toolName);
  return { id, type: 'code', status: 'finished', contentRef: id, language: 'text', lineCount, title };
}
