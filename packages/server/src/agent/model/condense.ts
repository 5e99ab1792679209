import type { ContextFill, MessageRecord, NewEvent, RunState } from '@millrace/engine/run';
import { type Model, ModelError, type ModelMessage } from '../../models/adapter/model.ts';
import type { OpenCall } from '../calls/open-calls.ts';
import { trusted } from '../log/run-log.ts';
import { inSpan, type Turn, threadOf } from '../plan/turn.ts';
import { askModel } from './ask-model.ts';
import { summed, threadHistory, toHistory } from './history.ts';

/** From here on the window is too full for another answer. */
const FULL = 0.8;
/** The newest steps stay as they are. */
const KEPT_STEPS = 2;
/** Characters of one token, at least, in texts that a model writes. */
const CHARACTERS = 3;
/** How much of the window the text to condense may take. */
const SHARE = 0.6;
/** How much of one message is worth reading for that. */
const LONGEST = 4_000;

const SYSTEM = `You summarize conversations so that the work can continue without them. Write down, in plain words and short lists: what
the person wants, what was decided and why, what was done and what came of it, file names, commands, numbers and quotes that will
matter later, what failed, and what is left to do. Leave out greetings and detours. Answer with the summary only.`;

/** Tells whether there is too little room for the next answer. Pure. */
export function isFull(fill: ContextFill | undefined, { contextWindow }: Model): boolean {
  return fill !== undefined && contextWindow !== undefined && fill.used / contextWindow >= FULL;
}

/** The messages that a model would read next. */
export interface Condensable {
  readonly span: string | undefined;
  readonly step: number;
  readonly records: readonly MessageRecord[];
  /** How many tokens it fills. */
  readonly used: number;
  /** How many of the newest steps stay as they are. */
  readonly kept?: number;
}

/**
 * Replaces everything before the newest question and the newest steps with a summary. Whole messages and whole
 * steps, so calls and their results stay together. False when there is nothing to condense, or the model can't.
 */
export async function condense(turn: Turn, model: Model, what: Condensable): Promise<boolean> {
  const { span, step, kept = KEPT_STEPS } = what;
  const { log, signal } = turn;
  const old = olderThan(log.state(), what, step - kept);
  if (old === undefined) return false;
  await log.append(inSpan(span, [{ type: 'status', message: 'Condensing what came before...' }]), 'relaxed');
  const prompt = printed(
    old.messages,
    (model.contextWindow ?? Number.POSITIVE_INFINITY) * SHARE * CHARACTERS,
  );
  let summary: string;
  try {
    summary = (await askModel(model, { system: SYSTEM, prompt }, signal)).trim();
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return false;
  }
  if (summary === '') return false;
  await log.append(inSpan(span, [condensedEvent(old, summary, prompt.length)]), 'durable');
  return true;
}

/**
 * The event that replaces, with the model's own summary, everything before the newest question and the step of its
 * call. Undefined when nothing is there.
 */
export async function condensedBy(
  turn: Turn,
  { span, step }: OpenCall,
  summary: string,
): Promise<NewEvent | undefined> {
  const records = span === undefined ? await recordsBefore(turn) : [];
  const state = turn.log.state();
  const used = (threadOf(state, span).context ?? lastFill(records))?.used ?? 0;
  const old = olderThan(state, { span, step, records, used }, step);
  return old && condensedEvent(old, summary, printed(old.messages, Number.POSITIVE_INFINITY).length);
}

/** The messages of the chat without the run's own, which a run that was continued has left there. */
export async function recordsBefore({ store, run }: Pick<Turn, 'store' | 'run'>): Promise<MessageRecord[]> {
  const records = await trusted(() => store.readMessages(run.chatId, 0));
  return records.filter(({ id }) => id !== run.id);
}

/** How full the window was when the chat was last answered. */
export function lastFill(records: readonly MessageRecord[]): MessageRecord['fill'] {
  return records.findLast(({ role }) => role === 'assistant')?.fill;
}

/** The messages that a summary can replace. */
interface Older {
  readonly messages: readonly ModelMessage[];
  readonly upTo: number;
  /** The first step that stays. */
  readonly step: number;
  readonly count: number;
  readonly used: number;
}

/** The messages before the newest question, and the steps before one. Undefined when there are none. Pure. */
function olderThan(state: RunState, { span, records, used }: Condensable, first: number): Older | undefined {
  const thread = threadOf(state, span);
  const question = records.findLast(({ role }) => role === 'user');
  const old = records.filter(({ seq }) => seq < (question?.seq ?? 0) && seq > (thread.condensed?.up_to ?? 0));
  const from = thread.condensed?.step ?? 0;
  const to = Math.max(from, first);
  const steps = thread.steps.filter((each) => each.step >= from && each.step < to);
  if (old.length + steps.length === 0) return undefined;
  const before: ModelMessage[] = [
    ...(thread.condensed === null ? [] : summed(thread.condensed.summary)),
    ...toHistory(old),
    ...(question === undefined ? [] : toHistory([question])),
  ];
  const parts = { state, thread: { ...thread, condensed: null, steps }, mustUse: false, sumsUp: false };
  return {
    messages: threadHistory({ ...parts, before, step: to }),
    upTo: Math.max(thread.condensed?.up_to ?? 0, ...old.map(({ seq }) => seq)),
    step: Math.max(to, 1),
    count: old.length + steps.length,
    used,
  };
}

function condensedEvent({ upTo, step, count, used }: Older, summary: string, length: number): NewEvent {
  const saved = Math.ceil((length - summary.length) / CHARACTERS);
  const after = Math.max(0, used - saved);
  return { type: 'condensed', summary, up_to: upTo, step, count, before: used, after };
}

/** A conversation as text, without the middle where it is too long. Pure. */
function printed(messages: readonly ModelMessage[], longest: number): string {
  const text = messages
    .map(
      ({ role, content }) =>
        `${role === 'user' ? 'PERSON' : 'MODEL'}:\n${content.map(printBlock).join('\n')}`,
    )
    .join('\n\n');
  if (text.length <= longest) return text;
  const head = Math.floor(longest * 0.2);
  const tail = Math.floor(longest * 0.8);
  return `${text.slice(0, head)}\n[...]\n${text.slice(-tail)}`;
}

function printBlock(block: ModelMessage['content'][number]): string {
  switch (block.type) {
    case 'text':
      return shortened(block.text);
    case 'tool_use':
      return shortened(`[calls ${block.name} with ${JSON.stringify(block.input)}]`);
    case 'tool_result':
      return shortened(`[${block.name} ${block.is_error ? 'failed' : 'gave'}: ${block.content}]`);
    case 'image':
      return '[a picture]';
    case 'document':
      return `[the document ${block.name}]`;
    default:
      return '';
  }
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}[...]`;
}
