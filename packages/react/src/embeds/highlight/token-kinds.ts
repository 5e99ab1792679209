import { type Highlighter, type Tag, tagHighlighter, tags } from '@lezer/highlight';

/** The kinds of words in code that look different. */
export type TokenKind = 'keyword' | 'name' | 'string' | 'number' | 'comment';

const { variableName, propertyName, string } = tags;

const KINDS: Readonly<Record<TokenKind, readonly Tag[]>> = {
  keyword: [tags.keyword, tags.self, tags.bool, tags.null, tags.atom, tags.tagName, tags.definitionKeyword],
  name: [
    tags.function(variableName),
    tags.function(propertyName),
    tags.typeName,
    tags.className,
    tags.macroName,
    tags.attributeName,
  ],
  string: [string, tags.special(string), tags.regexp, tags.escape, tags.attributeValue],
  number: [tags.number, tags.unit, tags.color],
  comment: [tags.comment, tags.meta],
};

/** Which kind the tags that grammars give to words are of. */
export const highlighter = highlighterFor((kind) => kind);

/** The same, as the classes that have the colours. */
export const classHighlighter = highlighterFor((kind) => `mr-code-${kind}`);

function highlighterFor(nameOf: (kind: string) => string): Highlighter {
  return tagHighlighter(
    Object.entries(KINDS).flatMap(([kind, of]) => of.map((tag) => ({ tag, class: nameOf(kind) }))),
  );
}
