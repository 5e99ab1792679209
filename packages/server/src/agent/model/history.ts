import type { ContentBlock } from '@millrace/engine';
import type { FeedbackImage } from '@millrace/engine/approval';
import type { TextBlock, ToolUseBlock } from '@millrace/engine/message';
import type { MessageFile, MessageRecord, RunState, RunThread } from '@millrace/engine/run';
import type { ModelBlock, ModelMessage } from '../../models/adapter/model.ts';
import { nudge } from '../calls/find-mistakes.ts';
import { READ_RESULT } from '../calls/follow-up.ts';
import { callsOf } from '../calls/open-calls.ts';
import { fileNote } from './file-words.ts';
import { goOnWords, lastWords, sendable } from './go-on.ts';

/** The name of a file and of the part of it that a message has. */
export const askedFor = ({ id, text = '' }: MessageFile): string => `${id} ${text}`;

/** The blocks that stand for files, by what `askedFor` says. */
export type ReadFiles = ReadonlyMap<string, readonly ModelBlock[]>;

const NO_FILES: ReadFiles = new Map();

/**
 * The finished messages of a chat as a model reads them, or their summary and what came after it. Files that were not read are named.
 * Pure.
 */
export function toHistory(records: readonly MessageRecord[], files: ReadFiles = NO_FILES): ModelMessage[] {
  const condensed = records.findLast((record) => record.condensed !== undefined)?.condensed;
  const since = condensed === undefined ? records : records.filter(({ seq }) => seq > condensed.up_to);
  const leftOut = refusedTurns(since);
  const turns = inTurns([
    ...(condensed === undefined ? [] : summed(condensed.summary)),
    ...since.flatMap((record) => {
      if (leftOut.has(record)) return refused(record);
      if (record.role === 'user') return question(record, files);
      if (record.content === undefined) return said('assistant', record.text);
      const { content, tools = [] } = record;
      const images = new Map(tools.map(({ tool_use_id, decision }) => [tool_use_id, decision?.images ?? []]));
      const undone = new Set(tools.flatMap(({ tool_use_id, reverted }) => (reverted ? [tool_use_id] : [])));
      const rest = record.condensed === condensed ? content.slice(condensed?.blocks ?? 0) : content;
      return inSteps(rest).flatMap((blocks) => [
        ...sayAll(blocks, { thinking: false }),
        ...answers(blocks, images, undone),
      ]);
    }),
  ]);
  // An answer may stay of which the question is left out, and providers refuse one that nobody asked for.
  const isOrphan = leftOut.size > 0 && turns[0]?.role === 'assistant';
  return isOrphan ? [...said('user', LEFT_OUT), ...turns] : turns;
}

const LEFT_OUT = 'What came before is left out here.';

/** Answers that were refused and what they answered: a model that reads them again refuses again. */
function refusedTurns(records: readonly MessageRecord[]): ReadonlySet<MessageRecord> {
  const turns = new Set<MessageRecord>();
  for (const [place, record] of records.entries()) {
    if (record.stop?.reason !== 'refusal') continue;
    turns.add(record);
    const asked = records.slice(0, place).findLast(({ role }) => role === 'user');
    if (asked !== undefined && !isFollowUp(record)) turns.add(asked);
  }
  return turns;
}

/** Tells whether a message continues a call of an earlier one: then nobody asked for it just before. */
function isFollowUp({ tools = [], content = [], spans = [] }: MessageRecord): boolean {
  const blocks = [...content, ...spans.flatMap((span) => span.content)];
  return tools.some(({ tool_use_id }) => !blocks.some(({ id }) => id === tool_use_id));
}

/** The message that stands for an answer that is left out: the effects of its calls are still there. */
function refused({ role, tools = [] }: MessageRecord): ModelMessage[] {
  const ran = tools.filter(({ status }) => status === 'done').map(({ tool }) => tool);
  if (role === 'user' || ran.length === 0) return [];
  return said(
    'user',
    `A message and the work on it were removed here because the model refused to answer. These tools had run: ${[...new Set(ran)].join(', ')}.`,
  );
}

export interface ThreadHistory {
  /** The messages of the chat before; for a sub-agent its task. */
  readonly before: readonly ModelMessage[];
  readonly state: RunState;
  readonly thread: RunThread;
  /** Only the part before this step. */
  readonly step: number;
  /** True when the model works with tools until its task is done. */
  readonly mustUse: boolean;
  /** True when this is the last call, which may use no tools any more. */
  readonly sumsUp: boolean;
}

const SUM_UP =
  "You have used all your steps, so you can't call any more tools. Say what was done and what is left to do.";

/**
 * A run as a model reads it to continue. Pure. Thinking goes back only while its answer continues: its seal holds only at
 * the provider that made it. Every call has its result right behind its message, because providers refuse it otherwise.
 */
export function threadHistory(history: ThreadHistory): ModelMessage[] {
  const { before, state, thread, step, mustUse, sumsUp } = history;
  const { condensed } = thread;
  const steps = thread.steps.filter((each) => each.step < step && each.step >= (condensed?.step ?? 0));
  const images = imagesOf(state);
  const undone = new Set([...state.tools].flatMap(([id, { reverted }]) => (reverted ? [id] : [])));
  const serverTools = serverToolsOf(steps);
  const last = thread.steps.findLast((each) => each.step < step);
  return inTurns([
    ...before,
    ...steps.flatMap((each) => {
      const isCut = each.message?.finishReason === 'cut';
      const blocks = sendable(stepBlocks(each.message?.content ?? [], isCut), each);
      return [
        ...sayAll(blocks, { thinking: true, serverTools }),
        ...(callsOf(each).length > 0 ? answers(blocks, images, undone) : said('user', wordsAfter(each))),
        ...said('user', goOnWords(each)),
      ];
    }),
    // A step that was condensed is not there to go on from: its last words are.
    ...(last === undefined || steps.includes(last) ? [] : said('user', goOnWords(last, lastWords(last)))),
    ...(sumsUp ? said('user', SUM_UP) : []),
  ]);

  /** The words for a model that called nothing and is asked again. */
  function wordsAfter(each: RunThread['steps'][number]): string {
    if (state.followUp !== null && thread === state && each.step === 1) return READ_RESULT;
    if (each.continued !== undefined) return '';
    // A message that paused in a tool of the provider's goes back as it is; without one there is nothing to wait for.
    if (each.message?.finishReason === 'pause_turn') return pausedInTool(each) ? '' : GO_ON;
    return nudge(each, state, mustUse);
  }
}

const GO_ON = 'Go on.';

function pausedInTool({ message }: RunThread['steps'][number]): boolean {
  return message?.content.some((block) => block !== undefined && isServerTool(block)) ?? false;
}

function isServerTool({ type }: ContentBlock): boolean {
  return type.endsWith('_tool_use') || type.endsWith('_tool_result');
}

/** How many calls of a run the model sees the pictures of: each costs as much as a page of text. */
const SEEN = 3;

/** The images of the newest calls, and those that a person sent with theirs. */
function imagesOf({ tools }: RunState): ReadonlyMap<string, readonly FeedbackImage[]> {
  const showing = [...tools.values()].filter(({ images }) => images !== undefined).slice(-SEEN);
  return new Map(
    Array.from(tools, ([id, tool]) => [
      id,
      [...(showing.includes(tool) ? (tool.images ?? []) : []), ...(tool.decision?.images ?? [])],
    ]),
  );
}

/** The messages that stand for everything that was condensed. */
export function summed(summary: string): ModelMessage[] {
  return said('user', `Summary of this conversation so far:\n\n${summary}`);
}

/** The blocks of a message. One that was cut ends with its last call. */
function stepBlocks(content: readonly (ContentBlock | undefined)[], isCut: boolean): ContentBlock[] {
  const blocks = content.filter((block) => block !== undefined);
  if (!isCut) return blocks;
  const last = blocks.findLastIndex(({ type }) => type === 'tool_use');
  return blocks.filter(({ type }, i) => i <= last || type === 'tool_result');
}

/** The blocks of a finished answer, step by step: what follows results is another step. */
function inSteps(blocks: readonly ContentBlock[]): ContentBlock[][] {
  const steps: ContentBlock[][] = [];
  let last: ContentBlock | undefined;
  for (const block of blocks) {
    const begins = last === undefined || (last.type === 'tool_result' && block.type !== 'tool_result');
    if (begins) steps.push([block]);
    else steps.at(-1)?.push(block);
    last = block;
  }
  return steps;
}

/** The content of one message of a model. */
function sayAll(
  blocks: readonly ContentBlock[],
  {
    thinking,
    serverTools = NONE,
  }: { readonly thinking: boolean; readonly serverTools?: ReadonlySet<string> },
): ModelMessage[] {
  const content = blocks.flatMap((block): ModelBlock[] => {
    switch (block.type) {
      case 'text':
        return block.text.trim() === '' ? [] : [saidText(block as TextBlock)];
      case 'thinking':
      case 'redacted_thinking':
        return thinking ? [sealed(block as Thinking)] : [];
      case 'tool_use':
        return [called(block as ToolUseBlock)];
      case 'tool_result':
        return [];
      default:
        return serverTools.has(block.id) ? [{ type: 'server_tool', block: asItCame(block) }] : [];
    }
  });
  return content.length === 0 ? [] : [{ role: 'assistant', content }];
}

function saidText({ text, phase }: TextBlock): ModelBlock {
  return { type: 'text', text, ...(phase !== undefined && { phase }) };
}

const NONE: ReadonlySet<string> = new Set();

/** A block without what was added here. */
function asItCame(block: ContentBlock): Readonly<Record<string, unknown>> {
  const fields: Readonly<Record<string, unknown>> = { ...block };
  const own = new Set(['start_timestamp', 'stop_timestamp', 'input_error', 'input_text']);
  // Only calls come with an id.
  if (!block.type.endsWith('_use')) own.add('id');
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !own.has(name)));
}

/**
 * The blocks of tools that run at the provider which go back there: calls with their results, and, of a message that only
 * paused, also a call that is still to have its own. Pure.
 */
function serverToolsOf(steps: readonly RunThread['steps'][number][]): ReadonlySet<string> {
  const paused = steps.at(-1)?.message;
  const blocks = steps
    .flatMap(({ message }) => message?.content ?? [])
    .filter((block) => block !== undefined);
  const ids = (suffix: string, field: string): Set<unknown> =>
    new Set(
      blocks.flatMap((block) => (block.type.endsWith(suffix) ? [Reflect.get(block, field) as unknown] : [])),
    );
  const asked = ids('_tool_use', 'id');
  const answered = ids('_tool_result', 'tool_use_id');
  const waits = (block: ContentBlock): boolean =>
    paused?.finishReason === 'pause_turn' && paused.content.includes(block);
  return new Set(
    blocks.flatMap((block) => {
      if (block.type.endsWith('_tool_use')) return answered.has(block.id) || waits(block) ? [block.id] : [];
      return asked.has(Reflect.get(block, 'tool_use_id')) ? [block.id] : [];
    }),
  );
}

/** The results of the calls of one message, in the order of the calls, and what a person showed with them. */
function answers(
  blocks: readonly ContentBlock[],
  images: ReadonlyMap<string, readonly FeedbackImage[]>,
  undone: ReadonlySet<string> = new Set(),
): ModelMessage[] {
  const results = new Map(
    blocks.flatMap((block) => (block.type === 'tool_result' ? [[block.tool_use_id, block] as const] : [])),
  );
  const calls = blocks.flatMap((block) => (block.type === 'tool_use' ? [block as ToolUseBlock] : []));
  if (calls.length === 0) return [];
  const content = calls.map(({ id, name }): ModelBlock => {
    const result = results.get(id);
    return {
      type: 'tool_result',
      tool_use_id: id,
      name,
      content: `${result === undefined ? 'This call was not run.' : print(result.content)}${undone.has(id) ? UNDONE : ''}`,
      ...((result === undefined || result.is_error) && { is_error: true }),
    };
  });
  const shown = calls.flatMap(({ id }) => images.get(id) ?? []);
  return [
    { role: 'user', content: [...content, ...shown.map((image) => ({ type: 'image', ...image }) as const)] },
  ];
}

const UNDONE = '\n\nThe person later undid this call. Its effect is gone.';

function called({ id, name, input, message }: ToolUseBlock): ModelBlock {
  return { type: 'tool_use', id, name, input, ...(message !== undefined && { message }) };
}

type Thinking = Extract<ContentBlock, { readonly type: 'thinking' | 'redacted_thinking' }>;

function sealed(block: Thinking): ModelBlock {
  if (block.type === 'redacted_thinking') return { type: 'redacted_thinking', data: block.data };
  const { thinking, signature } = block;
  return { type: 'thinking', thinking, ...(signature !== undefined && { signature }) };
}

function question({ text, context, files = [] }: MessageRecord, read: ReadFiles): ModelMessage[] {
  const known = context && `What the page shows, as JSON:\n${JSON.stringify(context)}`;
  const sent = files.flatMap(
    (file) => read.get(askedFor(file)) ?? [{ type: 'text', text: fileNote(file) } as const],
  );
  const content: ModelBlock[] = [
    ...(known === undefined ? [] : [{ type: 'text', text: known } as const]),
    ...sent,
    ...(text.trim() === '' ? [] : [{ type: 'text', text } as const]),
  ];
  return content.length === 0 ? [] : [{ role: 'user', content }];
}

// Providers refuse an empty message; a run that was stopped early leaves one.
function said(role: 'user' | 'assistant', text: string): ModelMessage[] {
  return text.trim() === '' ? [] : [{ role, content: [{ type: 'text', text }] }];
}

/** Nobody speaks twice in a row. */
function inTurns(messages: readonly ModelMessage[]): ModelMessage[] {
  const turns: { role: ModelMessage['role']; content: ModelBlock[] }[] = [];
  for (const { role, content } of messages) {
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content: [...content] });
  }
  return turns;
}

function print(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}
