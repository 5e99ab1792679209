import type { Content, ContentStore } from '@millrace/engine/document';
import type { AnyExtension } from '@tiptap/core';
import type { ReactNode } from 'react';
import { englishWords } from '../words/strings.ts';
import { type Words, WordsProvider } from '../words/words-context.ts';
import { blockNodes } from './block-nodes.ts';
import { docNode } from './doc-node.ts';
import { drawnNodes } from './drawn-nodes.tsx';
import { editSource } from './edit-source.ts';
import { embedContents } from './embed-contents.ts';
import { embedNode } from './embed-node.tsx';
import { inlineNodes } from './inline-nodes.ts';
import { listNodes } from './list-nodes.ts';
import { marks } from './marks.ts';

/** The options of `millraceExtensions`. */
export interface MillraceOptions {
  /** The content of the embeds: a store, or a map of it. An embed that is edited puts its new content there. */
  readonly contents: Map<string, Content> | ContentStore;
  /** The words that are shown and read aloud; English unless given. */
  readonly words?: Words;
  /** Puts each component that is drawn into providers of the app: its own embeds, remote images, the full screen. */
  readonly wrap?: (drawn: ReactNode) => ReactNode;
}

/**
 * The extensions with which a TipTap editor loads, shows and edits the documents of `parseMessage`, in both modes. They are the
 * whole schema: of StarterKit, take none of the nodes and marks. `editor.getJSON()` gives back what was loaded.
 */
export function millraceExtensions({ contents, words, wrap }: MillraceOptions): AnyExtension[] {
  const known = embedContents(contents);
  const draw = (drawn: ReactNode): ReactNode => {
    const told = words === undefined ? drawn : <WordsProvider words={words}>{drawn}</WordsProvider>;
    return wrap === undefined ? told : wrap(told);
  };
  return [
    docNode,
    editSource(known),
    ...blockNodes,
    ...listNodes(words ?? englishWords),
    ...inlineNodes,
    ...drawnNodes(draw),
    embedNode(known, draw),
    ...marks,
  ];
}
