import type { Words } from '../../words/words-context.ts';
import { withoutMarks } from './spoken-end.ts';

export interface SpokenSentences {
  /** The words that can be read out now; empty when no sentence has ended since. */
  readonly words: string;
  /** The place up to which the text was announced. */
  readonly to: number;
}

/**
 * The sentences of a growing text that have ended behind a place, and at its end the rest. A line that has ended is announced too,
 * and of code only that it is there. Pure.
 */
export function spokenSentences(
  strings: Words,
  text: string,
  from: number,
  isOver: boolean,
): SpokenSentences {
  let words = '';
  let to = from;
  let place = from;
  let fence: string | undefined;
  for (const line of text.slice(from).split(/(?<=\n)/)) {
    place += line.length;
    const mark = /^ *(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) {
      fence = mark;
      if (mark !== undefined) continue;
      const said = isOver || line.endsWith('\n') ? line : ended(line);
      words += said;
      to += said.length;
    } else if (mark?.startsWith(fence) || (isOver && place === text.length)) {
      words += `${strings.parts.code(1)}.\n`;
      to = place;
      fence = undefined;
    }
  }
  return { words: withoutMarks(words), to };
}

/** As much of a line as is whole sentences. */
function ended(line: string): string {
  return /^.*(?:[.!?…][)\]"'”’*_`]*\s|[。！？])/.exec(line)?.[0] ?? '';
}
