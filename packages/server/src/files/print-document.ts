import { chosenPages } from '@millrace/engine/run';
import type { DocumentText } from './document-parts.ts';

/** A document as a model reads it: each page, slide and sheet behind its number or name. Empty when none of it has text. Pure. */
export function printDocument({ unit, parts, count, isCut }: DocumentText, choice = 'all'): string {
  const isNumbered = unit === 'page' || unit === 'slide';
  const isChosen = isNumbered ? chosenPages(choice) : undefined;
  const shown = parts.filter(
    ({ name, text }) => text !== '' && (isChosen === undefined || isChosen(Number(name))),
  );
  const printed = shown.map(({ name, text }) => {
    if (unit === 'page') return `[Page ${name} of ${count}]\n${text}`;
    if (unit === 'slide') return `[Slide ${name} of ${count}]\n${text}`;
    if (unit === 'sheet') return `[Sheet ${JSON.stringify(name)}, as CSV]\n${text}`;
    return text;
  });
  if (printed.length === 0) return '';
  if (unit === 'archive')
    printed.unshift('[It is an archive. These files are in it, and can not be read here:]');
  return (
    printed.join('\n\n') + (isCut && isChosen === undefined ? '\n\n[What comes after this is left out.]' : '')
  );
}
