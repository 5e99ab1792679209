import type { BlockEvent } from '@millrace/engine/message';
import type { RunThread } from '@millrace/engine/run';
import { lastText } from './go-on.ts';

/**
 * The characters between a text that was cut off and the text that goes on from it, where the model has left them out: models seldom begin
 * an answer with the space or the line break that belongs there. Pure.
 */
export function seam(before: string, next: string): '' | ' ' | '\n' {
  if (before === '' || /\s$/.test(before) || /^\s/.test(next)) return '';
  // A new item, row or heading begins a line.
  if (/^(?:[-*+] |#{1,6} |\|)/.test(next)) return '\n';
  if (isInFence(before)) return '';
  const endsSentence = /[.!?…]["'”’)\]]*$/.test(before) && /^["'“‘(]?\p{Lu}/u.test(next);
  return endsSentence || (/[,;:]$/.test(before) && /^\p{L}/u.test(next)) ? ' ' : '';
}

/** Tells whether a text ends inside a fence of code. */
function isInFence(text: string): boolean {
  return (text.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;
}

/** Marks the first text of a message that goes on from a text which was cut off, so that the two are one. Give it every event in order. */
export function markGoingOn({ steps }: RunThread, step: number): (event: BlockEvent) => BlockEvent {
  const last = steps.findLast((each) => each.step < step);
  const before = last?.continued === undefined ? undefined : lastText(last);
  // The block that goes on, and whether its first letters have come.
  let index: number | undefined;
  let isDone = before === undefined;
  return (event) => {
    if (isDone || before === undefined) return event;
    if (event.type === 'content_block_start') {
      const { content_block: block } = event;
      if (block.type !== 'text') {
        // Thinking may come first; behind anything else it is another text.
        isDone = block.type !== 'thinking' && block.type !== 'redacted_thinking';
        return event;
      }
      index ??= event.index;
      isDone = block.text !== '' || index !== event.index;
      if (index !== event.index) return event;
      const text = block.text === '' ? '' : seam(before, block.text) + block.text;
      return { ...event, content_block: { ...block, text, continues: true } };
    }
    if (event.type !== 'content_block_delta' || event.index !== index) return event;
    const { delta } = event;
    if (delta.type !== 'text_delta' || delta.text === '') return event;
    isDone = true;
    return { ...event, delta: { ...delta, text: seam(before, delta.text) + delta.text } };
  };
}
