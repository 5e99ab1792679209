import type { StreamSuggestions as Suggested } from '@millrace/engine/run';
import { useWords } from '../../words/words-context.ts';

/** Each stream, why it is suggested, and what it would search for. */
export function StreamSuggestions({ data: { suggestions } }: { readonly data: Suggested }) {
  const strings = useWords();
  return (
    <section className="mr-data" aria-label={strings.streams}>
      <ul className="mr-data-box">
        {suggestions.map(({ name, reason, query }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names may be twice in it
          <li key={place} dir="auto">
            <strong>{name}</strong>
            <p>{reason}</p>
            {query !== undefined && (
              <p className="mr-data-note">
                {strings.searchesFor} <code>{query}</code>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
