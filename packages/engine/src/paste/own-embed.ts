import { type Content, contentHash } from '../content/content.ts';
import { readFenceInfo } from '../document/fence-info.ts';
import { type HtmlSink, readHtml } from '../document/html-text.ts';
import { readAttributes } from './attributes.ts';
import type { Flavours } from './flavours.ts';
import { codePasted, docPasted, type Naming, sheetPasted } from './make-embed.ts';
import type { PastedEmbed } from './pasted.ts';

const EMBED_TYPE = 'application/x-openmates-embed+json';
const MIRROR = 'data-openmates-embed';
/** Longer JSON is not read: no embed of ours is so large. */
const LONGEST = 20_000_000;

/** The JSON of an embed that was copied here: of its own MIME type, or of the HTML beside it. Pure. Linear. */
export function ownJson(flavours: Flavours): string | undefined {
  const json = flavours.of(EMBED_TYPE);
  if (json !== undefined || !flavours.html.includes(MIRROR)) return json;
  const mirror = new MirrorReader();
  readHtml(flavours.html, mirror);
  return mirror.found;
}

class MirrorReader implements HtmlSink {
  found: string | undefined;

  get isDone(): boolean {
    return this.found !== undefined;
  }

  text(): void {}

  open(_name: string, attributes: string): void {
    if (attributes.includes(MIRROR)) this.found = readAttributes(attributes).get(MIRROR);
  }

  close(): void {}
}

/**
 * The embed that JSON of version 1 stands for; undefined unless all of it holds: anybody can put anything on a clipboard. Pure.
 * Never throws.
 */
export function readOwnEmbed(json: string, plain: string): PastedEmbed | undefined {
  const value = json.length > LONGEST ? undefined : parse(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const own = (name: string): unknown => (Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined);
  const kind = own('type');
  const content = contentOf(kind, own('inlineContent'));
  const naming = namingOf(own('language'), own('filename'), own('title'));
  if (own('version') !== 1 || content === undefined || naming === undefined) return undefined;
  const hash = own('contentHash');
  const contentRef = `cid:sha256:${typeof hash === 'string' ? hash : ''}`;
  if (own('contentRef') !== contentRef || contentHash(content) !== hash) return undefined;
  const embed = embedOf(kind, content, naming, plain);
  // A content that no message can hold as it is would get another address.
  return embed !== undefined && isSame(embed, content, naming) ? { ...embed, contentRef } : undefined;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function contentOf(kind: unknown, inline: unknown): Content | undefined {
  if (kind === 'code' || kind === 'doc') return typeof inline === 'string' ? inline : undefined;
  if (kind !== 'sheet' || typeof inline !== 'object' || inline === null) return undefined;
  const grid: unknown = Object.hasOwn(inline, 'grid') ? Reflect.get(inline, 'grid') : undefined;
  return isGrid(grid) ? { grid } : undefined;
}

function isGrid(value: unknown): value is string[][] {
  const isRow = (row: unknown): boolean =>
    Array.isArray(row) && row.every((cell) => typeof cell === 'string');
  return Array.isArray(value) && value.every(isRow);
}

function namingOf(language: unknown, filename: unknown, title: unknown): Naming | undefined {
  if (!isTextOrNone(language) || !isTextOrNone(filename) || !isTextOrNone(title)) return undefined;
  if (language !== undefined && (!LANGUAGE.test(language) || language === 'document_html')) return undefined;
  if (filename !== undefined) {
    const isPlain = filename.length <= 1000 && !/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(filename);
    if (!isPlain || language === undefined || readFenceInfo(`x:${filename}`).filename !== filename)
      return undefined;
  }
  return { language, filename, title };
}
const LANGUAGE = /^[\w+#.-]{1,40}$/;

function isTextOrNone(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function embedOf(kind: unknown, content: Content, naming: Naming, plain: string): PastedEmbed | undefined {
  if (typeof content !== 'string') return sheetPasted(content.grid, naming.title, plain);
  return kind === 'doc' ? docPasted(content, naming.title ?? '', plain) : codePasted(content, naming, plain);
}

function isSame(embed: PastedEmbed, content: Content, naming: Naming): boolean {
  if (typeof content === 'string' && embed.content !== content) return false;
  return embed.kind !== 'code' || naming.language === undefined || embed.language === naming.language;
}
