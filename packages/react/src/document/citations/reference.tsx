'use client';

import { useId, useState } from 'react';
import { hostOf, SafeLink } from '../../embeds/safe-link.tsx';
import { useWords } from '../../words/words-context.ts';
import type { NumberedSource, References } from './cited-blocks.ts';

/** The numbers of the sources that a passage rests on. */
export function Reference({ cited }: { readonly cited: readonly NumberedSource[] }) {
  return (
    <sup className="mr-cite">
      {cited.map((source) => (
        <SourceButton key={`${source.number} ${source.quote ?? ''}`} source={source} />
      ))}
    </sup>
  );
}

/** References to parts without text that could hold them: code, tables, formulas. */
export function BlockReferences({ references }: { readonly references: readonly References[] }) {
  if (references.length === 0) return null;
  return (
    <p className="mr-cite-line">
      <Reference cited={references.flatMap(({ cited }) => cited)} />
    </p>
  );
}

/** A number that opens a card with the source: its title, its host and its words. */
function SourceButton({ source }: { readonly source: NumberedSource }) {
  const strings = useWords();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { number, title, url, quote } = source;
  const host = url === undefined ? undefined : hostOf(url);
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={strings.source(number, title)}>
        {number}
      </button>
      <span
        id={id}
        popover="auto"
        role="note"
        aria-label={strings.source(number, title)}
        className="mr-cite-card"
        onBeforeToggle={({ newState }) => newState === 'open' && setIsOpen(true)}
        // The focused element must stay until the browser has moved the focus back.
        onToggle={({ newState }) => newState === 'closed' && setIsOpen(false)}
      >
        {isOpen && (
          <>
            <strong dir="auto">{url === undefined ? title : <SafeLink href={url}>{title}</SafeLink>}</strong>
            {host !== undefined && <span dir="ltr">{host}</span>}
            {quote !== undefined && <q dir="auto">{quote}</q>}
          </>
        )}
      </span>
    </>
  );
}
