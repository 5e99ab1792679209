import { encodeSse } from '@millrace/engine';
import { type AiSdkStreamOptions, type LogPosition, parsePosition } from '@millrace/engine/run';
import type { RunRow } from '../../store/store.ts';
import { StoreError } from '../../store/store-error.ts';
import { VaultLockedError } from '../../store/vault-locked-error.ts';
import { type Attempts, createAttempts } from './attempts.ts';
import { printAiSdk, printLog, printProjection, type RunFormat, type RunPrinter } from './print-run.ts';
import type { FeedLine, RunFeed, RunWatch } from './run-feed.ts';
import type { SseStream } from './sse-stream.ts';
import { withoutPastEnds } from './without-past-ends.ts';

export interface SendRunOptions<Stream extends SseStream> {
  readonly feed: RunFeed;
  readonly run: RunRow;
  readonly format: RunFormat;
  /** The `Last-Event-ID` of a reader that comes back. */
  readonly lastId?: string;
  /** The facts about a reader of the AI SDK's stream. */
  readonly reader?: AiSdkReader;
  readonly openStream: () => Stream;
}

/** A reader of the AI SDK's stream: its major version, and the questions that it has answered. */
export type AiSdkReader = Pick<AiSdkStreamOptions, 'version' | 'answered'>;

/**
 * Opens a stream and sends the run until its end. Resolves with the stream once it is open; rejects only before that.
 */
export async function sendRun<Stream extends SseStream>(options: SendRunOptions<Stream>): Promise<Stream> {
  const { feed, run, format, lastId = '', reader, openStream } = options;
  const watch = feed.watch(run);
  const last = format === 'ai-sdk' ? undefined : await knownPosition(watch, lastId);
  const stream = openStream();
  if (last === 'unknown') stream.send(encodeSse({ event: 'resync', data: '{}' }));
  const position = last === 'unknown' ? undefined : last;
  const send = (batches: AsyncGenerator<readonly FeedLine[]>, printer: RunPrinter): void =>
    void pump({ batches, printer, stream, watch, lastSeq: run.lastSeq });
  if (format === 'ai-sdk') {
    const attempts = createAttempts();
    const { isGivenUp } = attempts;
    // A wait that is known to be over is none.
    const endsAt = (seq: number): boolean => seq >= run.lastSeq;
    const printer = printAiSdk({ ...reader, messageId: run.id, isGivenUp, endsAt });
    send(fromBeginning(watch, run.lastSeq, stream, attempts), printer);
  } else if (format === 'run')
    send(follow(watch, position?.seq ?? 0, stream, lastOf(run)), printLog(lastOf(run)));
  else send(follow(watch, 0, stream), printProjection(format, position));
  return stream;
}

/** The position at which a reader continues; `unknown` when it is not in this log, so that the reader must start over. */
async function knownPosition(watch: RunWatch, lastId: string): Promise<LogPosition | undefined | 'unknown'> {
  if (lastId === '') return undefined;
  const position = parsePosition(lastId);
  if (position === undefined) return 'unknown';
  try {
    const line = await watch.find(position.seq);
    return line?.event.fence === position.fence ? position : 'unknown';
  } catch (error) {
    watch.close();
    throw error;
  }
}

/** A reader of a run that has ended gets what was undone of it up to now, and nothing more. */
function lastOf({ status, lastSeq }: RunRow): number {
  return status === 'ready' || status === 'waiting' ? Number.POSITIVE_INFINITY : lastSeq;
}

/** The lines after `after` as they come, up to `last`. */
async function* follow(
  watch: RunWatch,
  after: number,
  stream: SseStream,
  last = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly FeedLine[]> {
  let seq = after;
  while (!stream.signal.aborted && seq < last) {
    const lines = await watch.next(seq, stream.signal);
    const newest = lines.at(-1);
    if (newest === undefined) return;
    yield lines;
    seq = newest.event.seq;
  }
}

/**
 * As `follow`, for a reader to whom nothing can be taken back: it is known before which attempts are given up by now.
 * The past is read twice, so that it need not be kept.
 */
async function* fromBeginning(
  watch: RunWatch,
  lastSeq: number,
  stream: SseStream,
  attempts: Attempts,
): AsyncGenerator<readonly FeedLine[]> {
  if (lastSeq > 0) {
    for await (const lines of follow(watch, 0, stream, lastSeq)) {
      for (const { event } of lines) if (event.seq <= lastSeq) attempts.note(event);
    }
  }
  yield* follow(watch, 0, stream);
}

interface Sending {
  readonly batches: AsyncGenerator<readonly FeedLine[]>;
  readonly printer: RunPrinter;
  readonly stream: SseStream;
  readonly watch: RunWatch;
  /** The number of the newest event when the reader came. */
  readonly lastSeq: number;
}

/** Never rejects: a reader that lost its stream comes back by itself. */
async function pump({ batches, printer, stream, watch, lastSeq }: Sending): Promise<void> {
  const told = withoutPastEnds(lastSeq);
  try {
    for await (const lines of batches) {
      let text = '';
      for (const line of lines.flatMap(told)) if (!printer.done()) text += printer.print(line);
      stream.send(text);
      if (printer.done()) break;
      await stream.ready();
    }
  } catch (error) {
    // The watch of the store reports its trouble.
    if (!(error instanceof StoreError || error instanceof VaultLockedError))
      console.error('The events of a run could not be read:', error);
  } finally {
    watch.close();
    stream.end();
  }
}
