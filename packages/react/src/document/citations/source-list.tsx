'use client';

import { useId } from 'react';
import { hostOf, SafeLink } from '../../embeds/safe-link.tsx';
import { useWords } from '../../words/words-context.ts';
import type { CitedSource } from './cited-source.ts';

/** The sources of an answer, at its end. */
export function SourceList({ sources }: { readonly sources: readonly CitedSource[] }) {
  const strings = useWords();
  const id = useId();
  if (sources.length === 0) return null;
  return (
    <section className="mr-sources" aria-labelledby={id}>
      <p id={id}>{strings.sources}</p>
      <ol>
        {sources.map(({ key, title, url }) => {
          const host = url === undefined ? undefined : hostOf(url);
          return (
            <li key={key}>
              <bdi>{url === undefined ? title : <SafeLink href={url}>{title}</SafeLink>}</bdi>
              {host !== undefined && host !== title && <bdi className="mr-source-host"> {host}</bdi>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
