'use client';

import { memo } from 'react';
import { useWords } from '../../words/words-context.ts';
import { labelOf, propertyOf } from '../form/label-of.ts';
import { isCodeName } from '../shown/is-code-name.ts';
import { printJson } from '../shown/show-hidden.ts';
import { ShownText } from '../shown/shown-text.tsx';

export interface ArgumentsProps {
  readonly input: unknown;
  /** With it the arguments are called as people call them. */
  readonly schema?: unknown;
}

/** The arguments of a call by name, each whole. Text is shown as text, so that a file can be read. */
export const Arguments = memo(function Arguments({ input, schema }: ArgumentsProps) {
  const strings = useWords();
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
          <Name name={name} schema={schema} />
          <dd dir="auto" data-code={isCode(name, value) || undefined}>
            <ShownText text={printValue(value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
});

/** The key itself stays at hand: it is what the tool reads. */
function Name({ name, schema }: { readonly name: string; readonly schema: unknown }) {
  const label = schema === undefined ? name : labelOf(name, propertyOf(schema, name));
  if (label.toLowerCase() === name.toLowerCase())
    return (
      <dt title={name}>
        <ShownText text={label} />
      </dt>
    );
  return (
    <dt title={name}>
      <ShownText text={label} />
      <span className="mr-sr-only">
        {' '}
        (<ShownText text={name} />)
      </span>
    </dt>
  );
}

function isCode(name: string, value: unknown): boolean {
  return typeof value !== 'string' || isCodeName(name);
}

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
