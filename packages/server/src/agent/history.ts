import type {
  ContentBlock,
  FeedbackImage,
  MessageRecord,
  RunState,
  RunThread,
  ToolUseBlock,
} from '@millrace/engine';
import type { ModelBlock, ModelMessage } from '../models/model.ts';
import { mistakeOf, nudge } from './find-mistakes.ts';
import { READ_RESULT } from './follow-up.ts';
import { callsOf } from './open-calls.ts';

/** The finished messages of a chat as a model reads them, or their summary and what came after it. Pure. */
export function toHistory(records: readonly MessageRecord[]): ModelMessage[] {
  const condensed = records.findLast((record) => record.condensed !== undefined)?.condensed;
  const since = condensed === undefined ? records : records.filter(({ seq }) => seq > condensed.up_to);
  return inTurns([
    ...(condensed === undefined ? [] : summed(condensed.summary)),
    ...since.flatMap((record) => {
      if (record.role === 'user') return question(record);
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
}

export interface ThreadHistory {
  /** What stood in the chat before; for a sub-agent its task. */
  readonly before: readonly ModelMessage[];
  readonly state: RunState;
  readonly thread: RunThread;
  /** Only what stands before this step. */
  readonly step: number;
  /** Whether a step that uses no tool is a mistake. */
  readonly mustUse: boolean;
  /** Whether this is the last call, which may use no tools any more. */
  readonly sumsUp: boolean;
}

const SUM_UP =
  'You have used all your steps, so no tools are offered any more. Say what was done, and what is left to do.';

/**
 * A run as a model reads it when it goes on. Pure. Thinking goes back only while its answer goes on: its seal holds only at
 * the provider that made it. Every call has its result right behind its message, because providers refuse it otherwise.
 */
export function threadHistory(history: ThreadHistory): ModelMessage[] {
  const { before, state, thread, step, mustUse, sumsUp } = history;
  const { condensed } = thread;
  const steps = thread.steps.filter((each) => each.step < step && each.step >= (condensed?.step ?? 0));
  const images = imagesOf(state);
  return inTurns([
    ...before,
    ...steps.flatMap((each) => {
      const blocks = stepBlocks(each.message?.content ?? [], each.message?.finishReason === 'cut');
      return [
        ...sayAll(blocks, { thinking: true }),
        ...(callsOf(each).length > 0 ? answers(blocks, images) : said('user', wordsAfter(each))),
      ];
    }),
    ...(sumsUp ? said('user', SUM_UP) : []),
  ]);

  /** What is told to a model that called nothing and is asked again. */
  function wordsAfter(each: RunThread['steps'][number]): string {
    if (state.followUp !== null && thread === state && each.step === 1) return READ_RESULT;
    const mistake = mistakeOf(each, state, mustUse);
    return mistake === undefined ? '' : nudge(mistake);
  }
}

/** How many calls of a run the model sees the pictures of: each costs as much as a page of text. */
const SEEN = 3;

/** What the newest calls showed, and what a person showed with theirs. */
function imagesOf({ tools }: RunState): ReadonlyMap<string, readonly FeedbackImage[]> {
  const showing = [...tools.values()].filter(({ images }) => images !== undefined).slice(-SEEN);
  return new Map(
    Array.from(tools, ([id, tool]) => [
      id,
      [...(showing.includes(tool) ? (tool.images ?? []) : []), ...(tool.decision?.images ?? [])],
    ]),
  );
}

/** What stands for everything that was condensed. */
export function summed(summary: string): ModelMessage[] {
  return said('user', `This is what happened in this conversation so far, in short:\n\n${summary}`);
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

/** What a model said in one message. */
function sayAll(
  blocks: readonly ContentBlock[],
  { thinking }: { readonly thinking: boolean },
): ModelMessage[] {
  const content = blocks.flatMap((block): ModelBlock[] => {
    switch (block.type) {
      case 'text':
        return block.text.trim() === '' ? [] : [{ type: 'text', text: block.text }];
      case 'thinking':
      case 'redacted_thinking':
        return thinking ? [sealed(block as Thinking)] : [];
      case 'tool_use':
        return [called(block as ToolUseBlock)];
      default:
        return [];
    }
  });
  return content.length === 0 ? [] : [{ role: 'assistant', content }];
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

const UNDONE = '\n\nThe person undid this later: it is as it was before the call.';

function called({ id, name, input, message }: ToolUseBlock): ModelBlock {
  return { type: 'tool_use', id, name, input, ...(message !== undefined && { message }) };
}

type Thinking = Extract<ContentBlock, { readonly type: 'thinking' | 'redacted_thinking' }>;

function sealed(block: Thinking): ModelBlock {
  if (block.type === 'redacted_thinking') return { type: 'redacted_thinking', data: block.data };
  const { thinking, signature } = block;
  return { type: 'thinking', thinking, ...(signature !== undefined && { signature }) };
}

function question({ text, context }: MessageRecord): ModelMessage[] {
  if (context === undefined) return said('user', text);
  const known = `What the page shows, as JSON:\n${JSON.stringify(context)}`;
  return [
    {
      role: 'user',
      content: [
        { type: 'text', text: known },
        { type: 'text', text },
      ],
    },
  ];
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
