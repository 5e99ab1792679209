import type { PresentationCategories as Categories } from '@millrace/engine/run';
import { useWords } from '../../words/words-context.ts';

/** Each category with its articles. Links say where they lead. */
export function PresentationCategories({ data: { categories } }: { readonly data: Categories }) {
  const strings = useWords();
  return (
    <section className="mr-data" aria-label={strings.categories}>
      {categories.map(({ name, description, articles }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names may be twice in it
        <details className="mr-data-box" key={place} open>
          <summary dir="auto">
            <strong>{name}</strong>
            <span>{strings.articleCount(articles.length)}</span>
          </summary>
          {description !== undefined && <p dir="auto">{description}</p>}
          <ul>
            {articles.map(({ title, url, summary }, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={row} dir="auto">
                {url === undefined ? (
                  title
                ) : (
                  <a href={url} target="_blank" rel="noreferrer noopener">
                    {title}
                  </a>
                )}
                {url !== undefined && <span className="mr-data-note">{hostOf(url)}</span>}
                {summary !== undefined && <p>{summary}</p>}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
