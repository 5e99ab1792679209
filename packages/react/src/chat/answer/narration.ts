import { printEmbed } from '@millrace/engine/run';
import { bodyTools as ourBodyTools } from '../../timeline/tool/body-tools.ts';
import type { AnswerBlock } from './answer.ts';
import type { AnswerOptions } from './answer-options.ts';
import { type AnswerText, answerTexts } from './answer-texts.ts';

/** A longer text is worth reading for itself. */
const LONGEST = 600;

/** A fence, a heading, a table or a picture: the work's product. */
const PRODUCT = /^ {0,3}(?:`{3}|~{3}|#{1,6} |\|)|!\[|^ {0,3}\$\$/m;

/**
 * Returns the places of the texts that only accompany the work: a few plain words with a call behind them. They stand in the
 * timeline beside their step; all other texts are the answer. `products` are the calls whose result the body shows. Pure.
 */
export function narrationOf(
  blocks: readonly AnswerBlock[],
  texts: ReadonlyMap<number, AnswerText>,
  products: Readonly<Record<string, unknown>>,
): ReadonlySet<number> {
  const found = new Set<number>();
  // From the end: the next call behind each text.
  let next: 'none' | 'work' | 'product' = 'none';
  for (let place = blocks.length - 1; place >= 0; place--) {
    const block = blocks[place]?.block;
    // Words to the person belong to the answer, and so does what stands before an offer.
    if (block?.type === 'tool_use' && block.speaks === undefined && block.offers !== true)
      next = Object.hasOwn(products, block.name) ? 'product' : 'work';
    const text = texts.get(place)?.text;
    if (text !== undefined && next === 'work' && isPlain(text)) found.add(place);
  }
  return found;
}

function isPlain(text: string): boolean {
  const words = text.trim();
  return words !== '' && words.length <= LONGEST && !PRODUCT.test(words);
}

/** Returns the Markdown of an answer as its body shows it, to copy or to say it: `text`, without narration that stands elsewhere. Pure. */
export function bodyText(
  text: string,
  blocks: readonly AnswerBlock[],
  { layout = 'split', bodyTools = ourBodyTools }: AnswerOptions,
): string {
  if (layout !== 'split') return text;
  const texts = answerTexts(blocks);
  const narration = narrationOf(blocks, texts, bodyTools);
  return narration.size === 0 ? text : textWithout(narration, blocks, texts);
}

/** Returns an answer as Markdown without its narration: its texts, and the embeds that calls left. Pure. */
export function textWithout(
  narration: ReadonlySet<number>,
  blocks: readonly AnswerBlock[],
  texts: ReadonlyMap<number, AnswerText>,
): string {
  const parts = blocks.flatMap(({ tool }, place) => {
    const text = narration.has(place) ? undefined : texts.get(place)?.text;
    const embed = tool?.status === 'done' && tool.embed !== undefined ? printEmbed(tool.embed) : undefined;
    return [text?.trim(), embed].filter((part) => part !== undefined && part !== '');
  });
  return parts.join('\n\n');
}
