'use client';

import type { EmbedNodeAttrs } from '@millrace/engine';
import { type Content, contentGrid, contentText, embedMarkdown } from '@millrace/engine/document';
import { Copy, Download, Maximize2, MessageCircleQuestion } from 'lucide-react';
import { createContext } from 'react';
import { saveFile } from '../../page/save-file.ts';
import type { Words } from '../../words/words-context.ts';
import { copyFlavours } from '../copy/copy-flavours.ts';
import { embedFlavours } from '../copy/embed-flavours.ts';
import { fileName } from '../copy/file-name.ts';
import { hostOf } from '../safe-link.tsx';
import type { MenuAction } from './menu.tsx';

/** The actions that a preview has where it stands, before those that every preview has. */
export type MoreActions = (attrs: EmbedNodeAttrs) => readonly MenuAction[];

/** Further actions for the menus of the previews below. */
export const MoreActionsContext = createContext<MoreActions>(() => []);

/** The parts of the page that the actions on a preview need. */
export interface ActionParts {
  readonly strings: Words;
  /** Opens it in full screen; undefined where it has none. */
  readonly open: (() => void) | undefined;
  /** Puts Markdown where the person writes; undefined where there is no such place. */
  readonly ask: ((markdown: string) => void) | undefined;
  /** Is told the outcome for those who do not see it. */
  readonly say: (words: string) => void;
}

/** The actions on a preview, in the order of its menu. Those that can't be done are left out. */
export function embedActions(
  attrs: EmbedNodeAttrs,
  content: Content | undefined,
  { strings, open, ask, say }: ActionParts,
): readonly MenuAction[] {
  const { url } = attrs;
  const link = open === undefined && url !== undefined && hostOf(url) !== undefined ? url : undefined;
  const visit = link === undefined ? open : () => void window.open(link, '_blank', 'noopener,noreferrer');
  const copy = (given: Content) => () =>
    say(copyFlavours(embedFlavours(attrs, given)) ? strings.copied : strings.copyFailed);
  return [
    ...(content === undefined ? [] : [{ label: strings.copy, Icon: Copy, act: copy(content) }]),
    ...(visit === undefined ? [] : [{ label: strings.open, Icon: Maximize2, act: visit }]),
    // The content of an address is the address alone.
    ...(content === undefined || url !== undefined
      ? []
      : [
          {
            label: strings.download,
            Icon: Download,
            act: () => void download(attrs, content).catch(() => say(strings.sheetNotSaved)),
          },
        ]),
    ...(content === undefined || ask === undefined
      ? []
      : [
          {
            label: strings.askAbout,
            Icon: MessageCircleQuestion,
            act: () => ask(embedMarkdown(attrs, content)),
          },
        ]),
  ];
}

/** Saves the content as a file. What makes a file of a table is loaded when it is wanted. */
async function download(attrs: EmbedNodeAttrs, content: Content): Promise<void> {
  const grid = attrs.type === 'sheet' ? contentGrid(content) : undefined;
  const blob =
    grid === undefined
      ? new Blob([contentText(content)], { type: 'text/plain;charset=utf-8' })
      : (await import('../sheet/cells/table-file.ts')).tableFile(grid);
  saveFile(fileName(attrs), blob);
}
