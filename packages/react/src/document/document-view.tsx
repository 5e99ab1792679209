'use client';

import { memo, useId, useMemo, useRef } from 'react';
import { Blocks, TopBlocks } from './blocks.tsx';
import { SourceList } from './citations/source-list.tsx';
import { type CitedText, useCitations } from './citations/use-citations.ts';
import { copySelection, useCopied } from './copy/copy-selection.ts';
import { WithDiagrams } from './diagram/with-diagrams.tsx';
import { type Footnotes, findFootnotes, NO_FOOTNOTES, samePlaces } from './find-footnotes.ts';
import { FootnoteList, FootnotesContext } from './footnotes.tsx';
import { startOutline } from './heading-outline.ts';
import { type ParsedDocument, useDocument } from './use-document.ts';

/** The props of `DocumentView`: a text, or a document that is already parsed. */
export type DocumentViewProps = (ParsedDocument | CitedText) & {
  /** The level of the heading above the document; 2 by default. No level is left out. */
  readonly below?: number;
  /** Names the timeline that it folds with: it only accompanies the work. */
  readonly fold?: string | undefined;
  /** True when it is folded. */
  readonly hidden?: boolean | undefined;
  /** `asked` for the words of a person; those of an answer unless given. */
  readonly kind?: 'asked' | undefined;
};

/** A message as a document, whole or while it grows. Blocks that are finished keep their DOM nodes and are not drawn again. */
export const DocumentView = memo(function DocumentView(props: DocumentViewProps) {
  const { doc, contents, hasNotes } = useDocument(props);
  const text = 'text' in props ? props : undefined;
  const ownId = useId();
  const messageId = text?.messageId ?? ownId;
  const { notes, places } = hasNotes ? findFootnotes(doc) : NO_FOOTNOTES;
  const references = useKept(places);
  const footnotes = useMemo(() => ({ messageId, places: references }), [messageId, references]);
  const { cited, sources } = useCitations(text);
  const box = useRef<HTMLDivElement>(null);
  useCopied(box, { nodes: doc.content, contents });
  return (
    <div
      className={classOf(props, text?.running === true)}
      data-fold={props.fold}
      hidden={props.hidden}
      ref={box}
      onCopy={copySelection}
    >
      <WithDiagrams>
        <FootnotesContext value={footnotes}>
          <TopBlocks
            nodes={doc.content}
            contents={contents}
            outline={startOutline(props.below ?? 2)}
            cited={cited}
          />
          <FootnoteList
            notes={notes}
            draw={({ node }) => (
              <Blocks
                nodes={node.content}
                contents={contents}
                outline={undefined}
                cited={cited?.inside.get(doc.content.indexOf(node))}
              />
            )}
          />
        </FootnotesContext>
      </WithDiagrams>
      {text?.sources === undefined && !text?.running && <SourceList sources={sources} />}
    </div>
  );
});

function classOf({ fold, kind }: DocumentViewProps, running: boolean): string {
  const whose = kind === undefined ? 'mr-answer' : 'mr-asked';
  const look = fold === undefined ? whose : 'mr-narration mr-timeline-steps';
  return running ? `${look} mr-doc mr-running` : `${look} mr-doc`;
}

/** Each reference looks at the numbers, so they stay the same object as long as none has changed. */
function useKept(places: Footnotes['places']): Footnotes['places'] {
  const kept = useRef(places);
  if (!samePlaces(kept.current, places)) kept.current = places;
  return kept.current;
}
