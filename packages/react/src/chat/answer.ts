import type {
  ContentBlock,
  MessageRecord,
  PartialJsonValue,
  RunState,
  RunStep,
  RunTool,
} from '@millrace/engine';
import { onlyWaits } from './waiting-calls.ts';

/** A block as it is drawn. While its input arrives, `preview` is live and `arrived` tells that it has grown. */
export interface AnswerBlock {
  readonly block: ContentBlock;
  readonly preview?: PartialJsonValue | undefined;
  readonly arrived?: number | undefined;
  /** What the log tells of a call. */
  readonly tool?: RunTool | undefined;
}

/** What an answer shows, whether it is finished or still being written. */
export interface Answer {
  /** The run's id, live and finished. */
  readonly id: string;
  readonly blocks: readonly AnswerBlock[];
  readonly status: 'running' | MessageRecord['status'];
  /** What the run says that it is doing. */
  readonly doing?: string | undefined;
  /** Whether it goes on only when a person has decided. */
  readonly waits?: boolean;
  readonly tookMs?: number | undefined;
  readonly error?: MessageRecord['error'] | undefined;
  readonly lost?: boolean;
}

export function recordAnswer({
  id,
  text,
  content,
  status,
  took_ms,
  error,
  tools = [],
}: MessageRecord): Answer {
  const blocks = content ?? (text === '' ? [] : [textBlock(id, text)]);
  const known = new Map(tools.map((tool) => [tool.tool_use_id, tool]));
  return {
    id,
    blocks: blocks.map((block) => ({ block, tool: known.get(block.id) })),
    status,
    tookMs: took_ms,
    error,
  };
}

export function liveAnswer(id: string, run: RunState, lost: boolean): Answer {
  const { status, startedAt, endedAt, error, statusText } = run;
  return {
    id,
    blocks: run.steps.flatMap((step) => stepBlocks(step, run.tools)),
    status,
    doing: statusText ?? undefined,
    waits: onlyWaits(run),
    tookMs: endedAt === null || startedAt === null ? undefined : endedAt - startedAt,
    error: error ?? undefined,
    lost,
  };
}

function stepBlocks(
  { message, buffers, parsedJson }: RunStep,
  tools: ReadonlyMap<string, RunTool>,
): AnswerBlock[] {
  return (message?.content ?? []).flatMap((block, index) =>
    block === undefined
      ? []
      : [
          {
            block,
            preview: parsedJson.get(index),
            arrived: buffers.get(index)?.length,
            tool: tools.get(block.id),
          },
        ],
  );
}

function textBlock(id: string, text: string): ContentBlock {
  return { id, type: 'text', text, start_timestamp: null, stop_timestamp: null };
}
