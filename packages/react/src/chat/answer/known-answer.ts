import type { MessageRecord } from '@millrace/engine/run';
import { type Answer, recordAnswer } from './answer.ts';

const known = new WeakMap<MessageRecord, { readonly over: string; readonly answer: Answer }>();

/**
 * Returns the answer of a finished message; the same object for the same message, so that it is not drawn again. `messages` are
 * the ids of those in the chat: a call runs in the background until the message of its follow-up is among them.
 */
export function knownAnswer(record: MessageRecord, messages: ReadonlySet<string>): Answer {
  const followUps = record.tools?.flatMap(({ follow_up }) => follow_up ?? []) ?? [];
  const over = followUps.filter((id) => messages.has(id)).join(' ');
  const before = known.get(record);
  if (before?.over === over) return before.answer;
  const tools = record.tools?.map((tool) => {
    const { follow_up, ...rest } = tool;
    return follow_up !== undefined && messages.has(follow_up) ? rest : tool;
  });
  const answer = recordAnswer(tools === undefined ? record : { ...record, tools });
  known.set(record, { over, answer });
  return answer;
}
