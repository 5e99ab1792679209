import { isDeepStrictEqual } from 'node:util';
import { historyProblem } from '../../../fixtures/check-history.ts';
import { type ContentBlock, runText, type StoredEvent } from '../../../packages/engine/src/index.ts';
import {
  isRunEnd,
  type MessageRecord,
  type RunState,
  type RunStep,
  runBlocks,
} from '../../../packages/engine/src/run.ts';
import type { ModelRequest } from '../../../packages/server/src/index.ts';
import { threadsOf } from './course.ts';
import type { Asked } from './ledger.ts';
import type { Part } from './scenario.ts';
import { isCall, piece } from './scripted-model.ts';
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

/** One message of a run in the chat, and it says what the log adds up to. */
export function checkMessage(own: readonly MessageRecord[], state: RunState, ended: boolean): void {
  must(own.length === (ended ? 1 : 0), 'one-message', () => `the chat has ${own.length} messages of the run`);
  const [record] = own;
  if (record === undefined) return;
  must(record.text === runText(state), 'one-message', () => `"${record.text}" is not "${runText(state)}"`);
  must(record.status === state.status, 'one-message', () => `${record.status} is not ${state.status}`);
  const same = record.content === undefined || isDeepStrictEqual(record.content, plain(runBlocks(state)));
  must(same, 'one-message', () => 'its blocks are not those of the log');
  const spans = Array.from(state.spans.values(), (span) => ({ id: span.id, content: runBlocks(span) }));
  must(
    isDeepStrictEqual(record.spans ?? [], plain(spans)),
    'one-message',
    () => 'its sub-agents are not those of the log',
  );
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Each call of a run that has ended has exactly one result; each result has its call. */
export function checkResults(state: RunState): void {
  for (const { span = 'the run', blocks } of threadsOf(state)) {
    const calls = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
    const times = (id: string): number => results.filter((each) => each === id).length;
    const odd = calls.find((id) => times(id) !== 1);
    must(odd === undefined, 'results', () => `the call ${odd} of ${span} has ${times(odd ?? '')} results`);
    const orphan = results.find((id) => !calls.includes(id));
    must(orphan === undefined, 'results', () => `a result of ${span} has no call: ${orphan}`);
  }
}

/**
 * Checks that each step has all the words of one model call. A message that was cut, and the last step of a run that was
 * stopped, have the beginning of them, and only their last call may be incomplete.
 */
export function checkAttempts({ steps, spans, followUp }: RunState, asked: readonly Asked[]): void {
  for (const { step, message } of [...steps, ...[...spans.values()].flatMap((span) => span.steps)]) {
    // The first message of a run that continues a long tool is not from a model.
    if (message === null || (followUp !== null && step === 1 && message.id === `result-${followUp}`))
      continue;
    const number = Number(message.id.slice(1));
    const said = blocksOf(message);
    const script = scriptOf(asked[number - 1]?.parts ?? [], number);
    const isWhole = message.status === 'completed' && message.finishReason !== 'cut';
    const holds = isWhole
      ? isDeepStrictEqual(said, script)
      : said.every(
          (block, i) =>
            isDeepStrictEqual(block, script[i]) || (i === said.length - 1 && isBeginning(block, script[i])),
        );
    must(holds, 'attempts', () => `step ${step} says ${JSON.stringify(said)}, not ${JSON.stringify(script)}`);
  }
}

/** A block of text, or a call: its input is undefined when it is not whole. */
type Said = string | { readonly name: string; readonly input: unknown };

function blocksOf({ content }: NonNullable<RunStep['message']>): Said[] {
  return content.flatMap((block: ContentBlock | undefined): Said[] => {
    if (block?.type === 'text') return [block.text];
    if (block?.type !== 'tool_use') return [];
    const isWhole = block.input_error === undefined && block.stop_timestamp !== null;
    return [{ name: block.name, input: isWhole ? block.input : undefined }];
  });
}

function isBeginning(block: Said, whole: Said | undefined): boolean {
  if (typeof block === 'string') return typeof whole === 'string' && whole.startsWith(block);
  return typeof whole === 'object' && whole.name === block.name && block.input === undefined;
}

/** The blocks that one model call makes of these parts. */
function scriptOf(parts: readonly Part[], asked: number): Said[] {
  const said: Said[] = [];
  for (const [i, part] of parts.entries()) {
    if (isCall(part)) said.push({ name: part.name, input: part.input });
    if (typeof part !== 'string') continue;
    if (typeof parts[i - 1] === 'string') said.push(`${String(said.pop())}${piece(asked, part)}`);
    else said.push(piece(asked, part));
  }
  return said;
}

/** Checks that every provider would take the request. */
export function checkRequest({ messages }: ModelRequest): void {
  const problem = historyProblem(messages);
  must(problem === undefined, 'requests', () => problem ?? '');
}
