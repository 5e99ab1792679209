import type { ContentBlock, CustomPayload, PartialJsonValue } from '@millrace/engine';
import type { TokenUsage, ToolResultBlock, UnusualStop } from '@millrace/engine/message';
import {
  type CondensedContext,
  type EarlierWords,
  earlierWords,
  type MessageRecord,
  type RunLimit,
  type RunState,
  type RunStep,
  type RunThread,
  type RunTool,
  runStop,
  runTimes,
} from '@millrace/engine/run';

/**
 * A block as it is drawn. While its input arrives, `preview` is live, and `arrived`, the text that has come, tells that it has
 * grown. It is the same object as long as nothing in it changes, so results computed from it can be kept.
 */
export interface AnswerBlock {
  readonly block: ContentBlock;
  readonly preview?: PartialJsonValue | undefined;
  readonly arrived?: string | undefined;
  /** The log's facts about a call. */
  readonly tool?: RunTool | undefined;
  /** The result of a call, once it has one. */
  readonly result?: ToolResultBlock | undefined;
  /** The work of the sub-agents that this call opened. */
  readonly spans?: readonly AnswerSpan[];
}

/** The work of one sub-agent. */
export interface AnswerSpan {
  readonly id: string;
  readonly blocks: readonly AnswerBlock[];
}

/** The parts that an answer shows, finished or still being written. */
export interface Answer {
  /** The run's id, live and finished. */
  readonly id: string;
  readonly blocks: readonly AnswerBlock[];
  readonly status: 'running' | MessageRecord['status'];
  /** The status that the run reports. */
  readonly doing?: string | undefined;
  /** How long it has worked, once it is over: without the time that people took. */
  readonly tookMs?: number | undefined;
  /** How long it has waited for a person, and how long nobody worked on it because the server was down. */
  readonly waitedMs?: number | undefined;
  readonly lostMs?: number | undefined;
  /** When it began to wait for a person; undefined while it works. */
  readonly pausedAt?: number | undefined;
  /** The question whether it goes on after many steps, while it waits for an answer. */
  readonly limit?: RunLimit | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  readonly error?: MessageRecord['error'] | undefined;
  /** Why the model stopped, where it had not simply said all. */
  readonly stop?: UnusualStop | undefined;
  readonly lost?: 'lost' | 'working' | false;
  /** The summary that the model reads instead of the earlier messages. */
  readonly condensed?: CondensedContext | undefined;
  readonly usage?: TokenUsage | undefined;
  /** Data for a component of the app. */
  readonly payload?: CustomPayload | undefined;
  /** The words that were shown and that it no longer has, because a part of it was begun again. */
  readonly earlier?: readonly EarlierWords[] | undefined;
  /** When the provider, which takes no request now, is asked again. */
  readonly retryAt?: number | undefined;
}

export function recordAnswer(record: MessageRecord): Answer {
  const { id, text, content, status, error, stop, condensed, usage, custom_payload } = record;
  const tools = new Map(record.tools?.map((tool) => [tool.tool_use_id, tool]));
  const spans = new Map(record.spans?.map((span) => [span.id, span]));
  const blocksOf = (blocks: readonly ContentBlock[]): AnswerBlock[] => {
    const results = resultsIn(blocks);
    return blocks.map((block) => {
      const own = spansOf(block, spans);
      // Each span is drawn once, so nothing can be inside itself.
      for (const span of own) spans.delete(span.id);
      return wrap({
        block,
        tool: tools.get(block.id),
        result: results.get(block.id),
        spans: own.map((span) => ({ id: span.id, blocks: blocksOf(span.content) })),
      });
    });
  };
  return {
    id,
    blocks: blocksOf(content ?? (text === '' ? [] : [textBlock(id, text)])),
    status,
    ...recordTimes(record),
    error,
    stop,
    condensed,
    usage,
    payload: custom_payload,
    earlier: record.earlier,
  };
}

/** Messages of older versions know only how long it took. */
function recordTimes({ ts, took_ms, worked_ms = took_ms, waited_ms = 0 }: MessageRecord): Partial<Answer> {
  if (took_ms === undefined || worked_ms === undefined) return {};
  const lostMs = Math.max(0, took_ms - worked_ms - waited_ms);
  return { tookMs: worked_ms, waitedMs: waited_ms, lostMs, startedAt: ts - took_ms, endedAt: ts };
}

function liveTimes(run: RunState): Partial<Answer> {
  const { startedAt, endedAt, clock } = run;
  return {
    tookMs: endedAt === null ? undefined : runTimes(run, endedAt).worked,
    waitedMs: clock?.waited ?? 0,
    lostMs: clock?.lost ?? 0,
    pausedAt: clock?.waits_since ?? undefined,
    startedAt: startedAt ?? undefined,
    endedAt: endedAt ?? undefined,
  };
}

export function liveAnswer(id: string, run: RunState, lost: NonNullable<Answer['lost']>): Answer {
  const { status, error, statusText, condensed, limit } = run;
  return {
    id,
    blocks: threadBlocks(run, run),
    status,
    doing: statusText ?? undefined,
    ...liveTimes(run),
    limit: status === 'running' && limit?.status === 'waiting' ? limit : undefined,
    error: error ?? undefined,
    stop: status === 'completed' ? runStop(run) : undefined,
    lost,
    condensed: condensed ?? undefined,
    earlier: earlierWords(run),
    retryAt: run.retryAt ?? undefined,
  };
}

function threadBlocks({ steps }: RunThread, run: Pick<RunState, 'tools' | 'spans'>): AnswerBlock[] {
  const results = resultsIn(steps.flatMap(({ message }) => message?.content ?? []));
  return steps.flatMap((step) => stepBlocks(step, run, results));
}

function stepBlocks(
  { message, buffers, parsedJson }: RunStep,
  run: Pick<RunState, 'tools' | 'spans'>,
  results: ReadonlyMap<string, ToolResultBlock>,
): AnswerBlock[] {
  return (message?.content ?? []).flatMap((block, index) => {
    if (block === undefined) return [];
    const spans = spansOf(block, run.spans).map((span) => ({ id: span.id, blocks: threadBlocks(span, run) }));
    return wrap({
      block,
      preview: parsedJson.get(index),
      arrived: buffers.get(index),
      tool: run.tools.get(block.id),
      result: results.get(block.id),
      spans,
    });
  });
}

/** The results of calls by the ids of the calls. */
function resultsIn(blocks: readonly (ContentBlock | undefined)[]): ReadonlyMap<string, ToolResultBlock> {
  return new Map(
    blocks.flatMap((block) => (block?.type === 'tool_result' ? [[block.tool_use_id, block] as const] : [])),
  );
}

// A run keeps the blocks that an event does not touch. So each has one wrapper, until something else in it changes.
const wrappers = new WeakMap<ContentBlock, AnswerBlock>();

function wrap(next: AnswerBlock): AnswerBlock {
  const known = wrappers.get(next.block);
  if (known !== undefined && isSameBlock(known, next)) return known;
  wrappers.set(next.block, next);
  return next;
}

function isSameBlock(known: AnswerBlock, next: AnswerBlock): boolean {
  return (
    known.arrived === next.arrived &&
    known.preview === next.preview &&
    known.tool === next.tool &&
    known.result === next.result &&
    isSameList(known.spans ?? [], next.spans ?? [], isSameSpan)
  );
}

const isSameSpan = (known: AnswerSpan, next: AnswerSpan): boolean =>
  known.id === next.id && isSameList(known.blocks, next.blocks, Object.is);

function isSameList<Each>(
  known: readonly Each[],
  next: readonly Each[],
  isSame: (known: Each, next: Each) => boolean,
): boolean {
  return (
    known.length === next.length &&
    known.every((each, place) => {
      const other = next[place];
      return other !== undefined && isSame(each, other);
    })
  );
}

/** The spans of a call: the first one has its id, and the others count on from it. */
function spansOf<Span>({ id, type }: ContentBlock, spans: ReadonlyMap<string, Span>): Span[] {
  const own: Span[] = [];
  if (type !== 'tool_use') return own;
  for (let span = spans.get(id); span !== undefined; span = spans.get(`${id}.${own.length + 1}`))
    own.push(span);
  return own;
}

function textBlock(id: string, text: string): ContentBlock {
  return { id, type: 'text', text, start_timestamp: null, stop_timestamp: null };
}
