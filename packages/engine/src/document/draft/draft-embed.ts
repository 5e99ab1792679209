import { createMarkdownParser } from '../../markdown/markdown-parser.ts';
import { codeEmbed, type Embed, type EmbedPlace, sheetEmbed, urlEmbed } from '../make-embed.ts';
import type { DraftBlock, DraftSource } from './draft-block.ts';

/** The embeds that were made, with the id that was asked for last. */
const made = new WeakMap<DraftSource, Embed>();

/**
 * The embed of a block that is closed: its attributes and its content. Made and hashed when it is first asked for, once for
 * each `source`; another place only gives it another id. Throws for a block that is not closed.
 */
export function draftEmbed(
  { source }: DraftBlock,
  { messageId, index }: { readonly messageId: string; readonly index: number },
): Embed {
  if (source === undefined)
    throw new Error('Only a block that is closed has an embed. Look at `closed` first.');
  const known = made.get(source);
  const id = `${messageId}:${index}`;
  if (known?.attrs.id === id) return known;
  const embed =
    known === undefined
      ? makeEmbed(source, { messageId, index, done: true })
      : { content: known.content, attrs: { ...known.attrs, id } };
  made.set(source, embed);
  return embed;
}

function makeEmbed(source: DraftSource, place: EmbedPlace): Embed {
  if (source.type === 'sheet') return sheetEmbed(place, source.grid, source.title);
  const text = source.text.sliceString(source.from, source.to);
  const embed = source.type === 'url' ? urlEmbed(place, text.trim()) : fenceEmbed(place, text);
  if (embed === undefined)
    throw new Error('The text of a draft has changed. Give each version a text of its own.');
  return embed;
}

/** A fence means the same wherever it stands, so it is read by itself. */
function fenceEmbed(place: EmbedPlace, text: string): Embed | undefined {
  const parser = createMarkdownParser({ ahead: false, inlines: false });
  parser.append(text);
  const block = parser.end().children[0];
  if (block?.type !== 'codeBlock') return undefined;
  return codeEmbed(place, block.info, block.text, block.lineCount);
}
