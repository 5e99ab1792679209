import type { MessageRecord } from '@millrace/engine/run';
import { type Answer, recordAnswer } from './answer.ts';

const known = new WeakMap<MessageRecord, { readonly over: string; readonly answer: Answer }>();

/**
 * What a finished message shows; the same for the same message, so that it need not be drawn anew. `messages` are the ids of
 * those in the chat: a call goes on in the background until the message of its follow-up is among them.
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
