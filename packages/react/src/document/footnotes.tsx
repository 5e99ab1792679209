'use client';

import { createContext, type MouseEvent, type ReactNode, useContext } from 'react';
import { useWords } from '../words/words-context.ts';
import type { Footnote, FootnoteRefNode, Footnotes } from './find-footnotes.ts';

/** The targets of the message's references, and its id, which makes theirs unique on the page. */
export const FootnotesContext = createContext<{
  readonly messageId: string;
  readonly places: Footnotes['places'];
}>({ messageId: '', places: new Map() });

const noteId = (messageId: string, number: number): string => `${messageId}-fn-${number}`;
const referenceId = (messageId: string, number: number, nth: number): string =>
  `${messageId}-fnref-${number}-${nth}`;

/** The number of a footnote, as a link to it. */
export function FootnoteRef({ node }: { readonly node: FootnoteRefNode }) {
  const strings = useWords();
  const { messageId, places } = useContext(FootnotesContext);
  const place = places.get(node);
  if (place === undefined) return <sup data-one>{node.attrs.label}</sup>;
  const { number, nth } = place;
  return (
    <sup className="mr-noteref" data-one>
      <JumpLink
        id={referenceId(messageId, number, nth)}
        to={noteId(messageId, number)}
        role="doc-noteref"
        label={strings.footnote(number)}
      >
        {number}
      </JumpLink>
    </sup>
  );
}

/** The footnotes of a message, at its end. `draw` draws what is in one. */
export function FootnoteList({
  notes,
  draw,
}: {
  readonly notes: readonly Footnote[];
  readonly draw: (note: Footnote) => ReactNode;
}) {
  const strings = useWords();
  const { messageId } = useContext(FootnotesContext);
  if (notes.length === 0) return null;
  return (
    <section className="mr-footnotes" role="doc-endnotes" aria-label={strings.footnotes}>
      <ol dir="auto">
        {notes.map((note) => (
          <li key={note.number} id={noteId(messageId, note.number)} tabIndex={-1}>
            {draw(note)}
            {Array.from({ length: note.uses }, (_, i) => i + 1).map((nth) => (
              <JumpLink
                key={nth}
                to={referenceId(messageId, note.number, nth)}
                role="doc-backlink"
                label={strings.backToReference(note.number, nth)}
              >
                ↩{nth > 1 && <sup>{nth}</sup>}
              </JumpLink>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface JumpLinkProps {
  readonly id?: string;
  readonly to: string;
  readonly role: 'doc-noteref' | 'doc-backlink';
  readonly label: string;
  readonly children: ReactNode;
}

/** A link to a place on this page. It moves the focus there and leaves the address of the page alone. */
function JumpLink({ id, to, role, label, children }: JumpLinkProps) {
  function jump(event: MouseEvent): void {
    const target = document.getElementById(to);
    if (target === null || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: 'center' });
  }
  return (
    <a id={id} href={`#${encodeURIComponent(to)}`} role={role} aria-label={label} onClick={jump}>
      {children}
    </a>
  );
}
