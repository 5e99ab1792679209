import type { EmbedNodeAttrs } from '@millrace/engine';
import type { ReactNode } from 'react';
import { strings } from '../words/strings.ts';

/** The box around a preview: its name, what it is, and what is left out. */
export function EmbedFrame(props: {
  readonly attrs: EmbedNodeAttrs;
  readonly name: string;
  readonly detail: string;
  readonly more: string | false;
  readonly children: ReactNode;
}) {
  const { attrs, name, detail, more, children } = props;
  return (
    <figure className="mr-embed" aria-label={`${name}, ${detail}`}>
      <figcaption>
        <strong>{name}</strong>
        <span>{attrs.status === 'processing' ? strings.arriving : detail}</span>
      </figcaption>
      {children}
      {attrs.problem !== undefined && <p className="mr-embed-note">{attrs.problem}</p>}
      {more !== false && <p className="mr-embed-note">{more}</p>}
    </figure>
  );
}
