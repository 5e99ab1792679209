import { type Content, contentHash, streamRef } from '../content/content.ts';
import type { EmbedNodeAttrs, EmbedType } from './embed.ts';
import { readFenceInfo } from './fence-info.ts';
import { readJsonEmbed } from './json-embed.ts';
import { detectLanguage } from './language/detect-language.ts';
import { mapPlace } from './map-address.ts';
import { docPreview } from './previews.ts';
import { readTitleComment } from './title-comment.ts';
import { type UrlKind, urlKind } from './url-embed.ts';

/** An embed and what it stands for. */
export interface Embed {
  readonly attrs: EmbedNodeAttrs;
  readonly content: Content;
}

/** The position of an embed, and whether more of it may come. */
export interface EmbedPlace {
  readonly messageId: string;
  readonly index: number;
  readonly done: boolean;
  /** True in a text whose proof holds. */
  readonly proven?: boolean;
}

type Details = Partial<Omit<EmbedNodeAttrs, 'id' | 'contentRef' | 'contentHash'>> & {
  readonly type: EmbedType;
};

function embed({ messageId, index, done }: EmbedPlace, content: Content, details: Details): Embed {
  const id = `${messageId}:${index}`;
  // The spread stands last: to add to one costs V8 ten times as much, and this runs with each piece of a growing fence.
  if (!done) {
    const contentRef = streamRef(messageId, index);
    return { content, attrs: { id, status: 'processing', contentRef, ...details } };
  }
  const hash = contentHash(content);
  const contentRef = `cid:sha256:${hash}`;
  return { content, attrs: { id, status: 'finished', contentRef, contentHash: hash, ...details } };
}

const DOCUMENT = 'document_html';

/** The embed of a code block: code, a document, or what its JSON stands for. `text` ends with its last line's break, if any. */
export function codeEmbed(place: EmbedPlace, info: string, text: string, lineCount: number): Embed {
  const { language, filename } = readFenceInfo(info);
  // To look into a text that grows would make V8 copy all of it each time.
  const content = place.done && text.endsWith('\n') ? text.slice(0, -1) : text;
  let problem: string | undefined;
  if (language === DOCUMENT && filename === undefined) {
    const document = documentEmbed(place, content);
    if ('attrs' in document) return document;
    problem = document.problem;
  }
  const json =
    place.done && language === 'json' && filename === undefined
      ? readJsonEmbed(content, place.proven === true)
      : undefined;
  if (json !== undefined) return embed(place, content, json);
  const known = language !== '' ? language : place.done ? detectLanguage(content) : undefined;
  return embed(place, content, {
    type: 'code',
    ...(known !== undefined && { language: known }),
    ...(filename === undefined ? { title: 'Code' } : { filename }),
    lineCount: content === '' ? 0 : lineCount,
    ...(problem !== undefined && { problem }),
  });
}

/** The type of the embed of a code block of a draft that is closed, without making it. */
export function codeType(info: string, text: string): EmbedType {
  const { language, filename } = readFenceInfo(info);
  if (filename !== undefined) return 'code';
  if (language === 'json') return readJsonEmbed(text, false)?.type ?? 'code';
  const comment = language === DOCUMENT ? readTitleComment(text.split('\n', 1)[0] ?? '') : undefined;
  return comment !== undefined && 'title' in comment ? 'doc' : 'code';
}

/** A document has a title in its first line, and nothing else there. */
function documentEmbed(place: EmbedPlace, text: string): Embed | { readonly problem?: string } {
  const end = text.indexOf('\n');
  // The first line may still be arriving.
  if (end < 0 && !place.done) return {};
  const first = end < 0 ? text : text.slice(0, end);
  const comment = readTitleComment(first);
  if (comment === undefined) {
    return { problem: 'A document needs a title in its first line, such as <!-- title: "Report" -->.' };
  }
  if ('problem' in comment) return comment;
  const content = end < 0 ? '' : text.slice(end + 1);
  return embed(place, content, {
    type: 'doc',
    title: comment.title,
    ...(place.done && { wordCount: countWords(content) }),
  });
}

/** The embed of a table. */
export function sheetEmbed(
  place: EmbedPlace,
  grid: readonly (readonly string[])[],
  title: string | undefined,
): Embed {
  const rows = grid.length;
  const cols = grid[0]?.length ?? 0;
  return embed(
    place,
    { grid },
    { type: 'sheet', title: title ?? 'Table', rows, cols, cellCount: rows * cols },
  );
}

/** The embed of a URL that stands alone on its line; undefined when it is no address of a page or a place. */
export function urlEmbed(place: EmbedPlace, url: string): Embed | undefined {
  const type: UrlKind | undefined = urlKind(url);
  const title = type === 'map' ? mapPlace(url)?.name : undefined;
  return type && embed(place, url, { type, url, ...(title !== undefined && { title }) });
}

/** The words of HTML, as its preview counts them. Linear. */
function countWords(html: string): number {
  const { words, moreWords } = docPreview(html);
  return words + moreWords;
}
