import { type JoinedText, joinTextBlocks } from '../../document/citations/join-text-blocks.ts';
import type { AnswerBlock } from './answer.ts';

export interface AnswerText extends JoinedText {
  /** How many blocks it is made of. */
  readonly count: number;
}

/** The texts of an answer by the places where they begin: neighbouring blocks of text are one. Pure. */
export function answerTexts(blocks: readonly AnswerBlock[]): ReadonlyMap<number, AnswerText> {
  const texts = new Map<number, AnswerText>();
  for (let place = 0; place < blocks.length; place++) {
    const parts = [];
    for (
      let block = blocks[place]?.block;
      block?.type === 'text';
      block = blocks[place + parts.length]?.block
    )
      parts.push(block);
    if (parts.length === 0) continue;
    texts.set(place, { ...joinTextBlocks(parts), count: parts.length });
    place += parts.length;
  }
  return texts;
}
