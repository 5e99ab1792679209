import type { ContentBlock } from '@millrace/engine/message';
import type { RunStep } from '@millrace/engine/run';
import { hasSaid } from '../calls/find-mistakes.ts';
import { callsOf } from '../calls/open-calls.ts';

const WHY = {
  cancelled: 'the person stopped your answer here and now wants it to go on',
  completed: 'your answer was cut off here',
  failed: 'your answer broke off here because of an error',
} as const;

/** So much of an answer tells where it stopped. */
const TAIL = 400;

/**
 * The words for a model whose answer goes on behind a step; empty when it does not, or when nothing of it is there. They are marked as
 * the app's: providers take them only as a message of the user, and many take no answer that is to be completed. Pure.
 */
export function goOnWords(step: RunStep, last = ''): string {
  if (step.continued === undefined) return '';
  const isText = lastText(step) !== undefined;
  if (!isText && callsOf(step).length === 0) return '';
  const how = isText
    ? 'Go on exactly where it stopped: begin with the very next character, also when that is a space or a line break. Repeat nothing, and do not mention the interruption.'
    : 'Go on with what the person asked for.';
  const words = last === '' ? '' : ` Its last words were: ${JSON.stringify(last)}`;
  return `(A note from the app, not from the person: ${WHY[step.continued]}. ${how}${words})`;
}

/** The text that a step ends with; undefined when it ends with calls, or has said nothing. Pure. */
export function lastText(step: RunStep): string | undefined {
  if (!hasSaid(step)) return undefined;
  const blocks = (step.message?.content ?? []).filter((block) => block !== undefined);
  const block = blocks.findLast(
    ({ type }) => type === 'text' || type === 'tool_use' || type === 'tool_result',
  );
  return block?.type === 'text' ? block.text : undefined;
}

/** The end of the text that a step ends with. Pure. */
export function lastWords(step: RunStep): string {
  return lastText(step)?.slice(-TAIL) ?? '';
}

/**
 * The blocks of a step that can go back to a provider. Of one that was cut off, thinking without its seal is left out, and all thinking
 * when nothing else came. Pure.
 */
export function sendable(blocks: readonly ContentBlock[], step: RunStep): readonly ContentBlock[] {
  if (step.continued === undefined) return blocks;
  const hasMore = hasSaid(step) || callsOf(step).length > 0;
  return blocks.filter(
    (block) =>
      (block.type !== 'thinking' || (hasMore && block.signature !== undefined)) &&
      (block.type !== 'redacted_thinking' || hasMore),
  );
}
