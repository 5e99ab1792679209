import type { ContentBlock, MessageRecord, PartialJsonValue, RunState, RunStep } from '@millrace/engine';

/** A block as it is drawn. While its input arrives, `preview` is live and `arrived` tells that it has grown. */
export interface AnswerBlock {
  readonly block: ContentBlock;
  readonly preview?: PartialJsonValue | undefined;
  readonly arrived?: number | undefined;
}

/** What an answer shows, whether it is finished or still being written. */
export interface Answer {
  /** The run's id, live and finished. */
  readonly id: string;
  readonly blocks: readonly AnswerBlock[];
  readonly status: 'running' | MessageRecord['status'];
  /** What the run says that it is doing. */
  readonly doing?: string | undefined;
  readonly tookMs?: number | undefined;
  readonly error?: MessageRecord['error'] | undefined;
  readonly lost?: boolean;
}

export function recordAnswer({ id, text, content, status, took_ms, error }: MessageRecord): Answer {
  const blocks = content ?? (text === '' ? [] : [textBlock(id, text)]);
  return { id, blocks: blocks.map((block) => ({ block })), status, tookMs: took_ms, error };
}

export function liveAnswer(id: string, run: RunState, lost: boolean): Answer {
  const { status, startedAt, endedAt, error, statusText } = run;
  const tookMs = endedAt === null || startedAt === null ? undefined : endedAt - startedAt;
  const blocks = run.steps.flatMap(stepBlocks);
  return { id, blocks, status, doing: statusText ?? undefined, tookMs, error: error ?? undefined, lost };
}

function stepBlocks({ message, buffers, parsedJson }: RunStep): AnswerBlock[] {
  return (message?.content ?? []).flatMap((block, index) =>
    block === undefined
      ? []
      : [{ block, preview: parsedJson.get(index), arrived: buffers.get(index)?.length }],
  );
}

function textBlock(id: string, text: string): ContentBlock {
  return { id, type: 'text', text, start_timestamp: null, stop_timestamp: null };
}
