import type { SchemaProposal as Proposal } from '@millrace/engine/run';
import { Check } from 'lucide-react';
import { useWords } from '../../words/words-context.ts';

/** Each table with its fields. */
export function SchemaProposal({ data: { summary, tables } }: { readonly data: Proposal }) {
  const strings = useWords();
  return (
    <section className="mr-data" aria-label={strings.schemaProposal}>
      {summary !== undefined && <p dir="auto">{summary}</p>}
      {tables.map(({ name, description, fields }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names may be twice in it
        <div className="mr-data-box" key={place}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
          <div className="mr-data-scroll" tabIndex={0}>
            <table>
              <caption dir="auto">
                <strong>{name}</strong>
                {description !== undefined && <span>{description}</span>}
              </caption>
              <thead>
                <tr>
                  <th scope="col">{strings.field}</th>
                  <th scope="col">{strings.fieldType}</th>
                  <th scope="col">{strings.fieldRequired}</th>
                  <th scope="col">{strings.fieldMeaning}</th>
                </tr>
              </thead>
              <tbody>
                {fields.map((field, row) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above
                  <tr key={row}>
                    <th scope="row">
                      <code>{field.name}</code>
                    </th>
                    <td>
                      <code>{field.type}</code>
                    </td>
                    <td>
                      {field.required === true && (
                        <Check size={16} role="img" aria-label={strings.fieldRequired} />
                      )}
                    </td>
                    <td dir="auto">{field.description}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      ))}
    </section>
  );
}
