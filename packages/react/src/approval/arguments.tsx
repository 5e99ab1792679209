import { memo } from 'react';
import { strings } from '../words/strings.ts';
import { printJson } from './show-hidden.ts';
import { ShownText } from './shown-text.tsx';

/** The arguments of a call by name, each whole. Text is shown as text, so that a file can be read. */
export const Arguments = memo(function Arguments({ input }: { readonly input: unknown }) {
  if (typeof input !== 'object' || input === null) {
    return input === undefined || input === '' ? null : (
      <pre dir="auto">
        <ShownText text={printValue(input)} />
      </pre>
    );
  }
  const entries = Object.entries(input);
  if (entries.length === 0) return <p className="mr-no-arguments">{strings.noArguments}</p>;
  return (
    <dl className="mr-arguments">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>
            <ShownText text={name} />
          </dt>
          <dd dir="auto">
            <ShownText text={printValue(value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
});

export function printValue(value: unknown): string {
  return typeof value === 'string' ? value : printJson(value);
}

const LINE = 80;

/** About how many lines the arguments take. */
export function countLines(input: unknown): number {
  const texts = Object.values(typeof input === 'object' ? { ...input } : { input }).map(printValue);
  const lines = texts.flatMap((text) => text.split('\n'));
  return lines.reduce((all, { length }) => all + Math.max(1, Math.ceil(length / LINE)), 0);
}
