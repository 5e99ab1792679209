import { usePageWords } from '../base/page-words.ts';

/** Filled in when the page is built. */
declare const MILLRACE_VERSION: string;

export function AboutSettings() {
  const strings = usePageWords();
  return (
    <section>
      <h2>{strings.sections.about}</h2>
      <p>{strings.aboutHelp}</p>
      <dl className="app-rows">
        <div>
          <dt>{strings.version}</dt>
          <dd>{MILLRACE_VERSION}</dd>
        </div>
        <div>
          <dt>{strings.licence}</dt>
          <dd>MIT</dd>
        </div>
        <div>
          <dt>{strings.api}</dt>
          <dd>
            <a href="/api/openapi.json" target="_blank" rel="noreferrer">
              /api/openapi.json
            </a>
          </dd>
        </div>
      </dl>
    </section>
  );
}
