import { isDeepStrictEqual } from 'node:util';
import {
  isRunEnd,
  type MessageRecord,
  type RunState,
  runBlocks,
  runText,
  type StoredEvent,
} from '../../../packages/engine/src/index.ts';
import type { ModelRequest } from '../../../packages/server/src/index.ts';
import type { Part, Scenario } from './scenario.ts';
import { piece } from './scripted-model.ts';
import { must } from './violation.ts';

/** Numbers without a gap; one ending event, the last one. */
export function checkNumbers(events: readonly StoredEvent[], ended: boolean): void {
  const gap = events.findIndex(({ seq }, i) => seq !== i + 1);
  must(gap < 0, 'gapless', () => `event ${gap + 1} has the number ${events[gap]?.seq}`);
  const fall = events.findIndex(({ fence }, i) => fence < (events[i - 1]?.fence ?? 0));
  must(fall < 0, 'gapless', () => `event ${fall + 1} has a fence older than the one before it`);
  const ends = events.filter(isRunEnd);
  must(ends.length === (ended ? 1 : 0), 'one-end', () => `there are ${ends.length} ending events`);
  const last = events.at(-1);
  must(!ended || (last !== undefined && isRunEnd(last)), 'one-end', () => `the last event is ${last?.type}`);
}

/** One message of the run in the chat, and it says what the log adds up to. */
export function checkMessage(messages: readonly MessageRecord[], state: RunState, ended: boolean): void {
  const own = messages.filter(({ role }) => role === 'assistant');
  must(own.length === (ended ? 1 : 0), 'one-message', () => `the chat has ${own.length} messages of the run`);
  const [record] = own;
  if (record === undefined) return;
  must(record.text === runText(state), 'one-message', () => `"${record.text}" is not "${runText(state)}"`);
  must(record.status === state.status, 'one-message', () => `${record.status} is not ${state.status}`);
  const same = record.content === undefined || isDeepStrictEqual(record.content, plain(runBlocks(state)));
  must(same, 'one-message', () => 'its blocks are not those of the log');
  const blocks = record.content ?? [];
  for (const block of blocks) {
    if (block.type !== 'tool_use') continue;
    const results = blocks.filter((each) => each.type === 'tool_result' && each.tool_use_id === block.id);
    must(results.length === 1, 'results', () => `the call ${block.id} has ${results.length} results`);
  }
  const orphan = blocks.find(
    (block) =>
      block.type === 'tool_result' &&
      !blocks.some((each) => each.type === 'tool_use' && each.id === block.tool_use_id),
  );
  must(orphan === undefined, 'results', () => `a result has no call: ${JSON.stringify(orphan)}`);
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** What each step says is what one model call said, whole; of the last step of a run that was stopped, its beginning. */
export function checkAttempts(state: RunState, scenario: Scenario): void {
  for (const { step, message } of state.steps) {
    if (message === null) continue;
    const said = message.content.flatMap((block) => (block?.type === 'text' ? [block.text] : []));
    const asked = Number(message.id.slice(1));
    const script = textsOf(scenario.messages[step - 1] ?? [], asked);
    const holds =
      message.status === 'completed'
        ? isDeepStrictEqual(said, script)
        : said.every((text, i) => script[i]?.startsWith(text));
    must(holds, 'attempts', () => `step ${step} says ${JSON.stringify(said)}`);
  }
}

/** The blocks of text that one model call makes of these parts. */
function textsOf(parts: readonly Part[], asked: number): string[] {
  const texts: string[] = [];
  for (const [i, part] of parts.entries()) {
    if (typeof part !== 'string') continue;
    if (typeof parts[i - 1] === 'string') texts.push(`${texts.pop()}${piece(asked, part)}`);
    else texts.push(piece(asked, part));
  }
  return texts;
}

/** Every call in a request has exactly one result, in the message behind it, and every result has its call. */
export function checkRequest({ messages }: ModelRequest): void {
  const seen = new Set<string>();
  let open: string[] = [];
  for (const { role, content } of messages) {
    const results = content.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
    must(
      isDeepStrictEqual(results, open),
      'requests',
      () => `calls ${open.join()} are answered by ${results.join()}`,
    );
    open = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    must(open.length === 0 || role === 'assistant', 'requests', () => 'a person calls a tool');
    for (const id of open) {
      must(!seen.has(id), 'requests', () => `two calls have the id ${id}`);
      seen.add(id);
    }
  }
  must(open.length === 0, 'requests', () => `the calls ${open.join()} have no results`);
}
