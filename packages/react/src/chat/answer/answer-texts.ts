import type { TextBlock } from '@millrace/engine/message';
import { type JoinedText, joinTextBlocks } from '../../document/citations/join-text-blocks.ts';
import type { AnswerBlock } from './answer.ts';

export interface AnswerText extends JoinedText {
  /** How many blocks it is made of. */
  readonly count: number;
}

/**
 * The texts of an answer by the places where they begin: neighbouring blocks of text are one, also a text that goes on behind thinking
 * where it was cut off. Pure.
 */
export function answerTexts(blocks: readonly AnswerBlock[]): ReadonlyMap<number, AnswerText> {
  const texts = new Map<number, AnswerText>();
  for (let place = 0; place < blocks.length; place++) {
    const parts: TextBlock[] = [];
    let end = place;
    for (let next = place; ; next = nextText(blocks, end)) {
      const { block } = blocks[next] ?? {};
      if (block?.type !== 'text') break;
      parts.push(block);
      end = next + 1;
    }
    if (parts.length === 0) continue;
    texts.set(place, { ...joinTextBlocks(parts), count: end - place });
    place = end - 1;
  }
  return texts;
}

/** The place of the block that belongs to the text which ended before `from`. */
function nextText(blocks: readonly AnswerBlock[], from: number): number {
  let next = from;
  while (blocks[next]?.block.type === 'thinking' || blocks[next]?.block.type === 'redacted_thinking') next++;
  const { block } = blocks[next] ?? {};
  return block?.type === 'text' && block.continues === true ? next : from;
}
