import { strings } from '../words/strings.ts';
import { ShownText } from './shown-text.tsx';

type Json = Readonly<Record<string, unknown>>;

/** What the answer to a question may hold, field by field, from its JSON Schema. */
export function FormFields({ schema }: { readonly schema: Json }) {
  const properties = Object.entries(isObject(schema['properties']) ? schema['properties'] : {});
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  return (
    <>
      <p className="mr-approval-reason">{strings.answerHelp}</p>
      {properties.length > 0 && (
        <dl className="mr-approval-fields">
          {properties.map(([name, property]) => (
            <div key={name}>
              <dt>
                <code>
                  <ShownText text={name} />
                </code>
                {required.has(name) && ` ${strings.required}`}
              </dt>
              <dd dir="auto">
                <ShownText text={describe(isObject(property) ? property : {})} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function describe(property: Json): string {
  const items = isObject(property['items']) ? property['items'] : undefined;
  const parts = [
    property['description'] ?? property['title'],
    choices(property) ?? (items && choices(items)) ?? property['type'],
  ];
  return parts.filter((part) => typeof part === 'string').join(' · ');
}

/** The values that it may have, where they are listed. */
function choices(property: Json): string | undefined {
  const { enum: values, oneOf, anyOf } = property;
  const titled = [oneOf, anyOf].find(Array.isArray)?.map((each: unknown) => isObject(each) && each['const']);
  const all: unknown = Array.isArray(values) ? values : titled;
  return Array.isArray(all) ? all.map((each) => JSON.stringify(each)).join(', ') : undefined;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
