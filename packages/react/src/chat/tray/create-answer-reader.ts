import { brokenOff } from '../../client/ask-chat.ts';
import type { Client } from '../../client/create-client.ts';
import {
  applyChatEvent,
  type Ending,
  endingOf,
  keptOf,
  NOTHING_YET,
  type Streaming,
} from './general-chat-state.ts';

export type ChatClient = Pick<Client, 'askChat' | 'act' | 'cancelRun'>;
export type Question = Parameters<Client['askChat']>[0];

export interface AnswerHooks {
  /** The status while the connection is lost. */
  readonly lostStatus: string;
  /** The server has the question. */
  readonly onTaken: () => void;
  /** The answer as far as it has come. */
  readonly onAnswer: (answer: Streaming) => void;
  readonly onEnd: (ending: Ending) => void;
  /** The server does not have the question. */
  readonly onRefused: (message: string) => void;
}

/** Asks one question and reads its answer. */
export interface AnswerReader {
  /** Reads from the beginning. */
  read(): void;
  /** Stops reading. The run continues. */
  pause(): void;
  /** Stops the run on the server, as soon as the server has named the run. Rejects with ApiError. */
  cancel(): Promise<void>;
  /** Stops the run and says nothing more. Never rejects. */
  leave(): void;
}

/** Shown when the connection has been away for so long. */
const LOST_MS = 2000;

export function createAnswerReader(
  client: ChatClient,
  question: Question,
  { lostStatus, onTaken, onAnswer, onEnd, onRefused }: AnswerHooks,
): AnswerReader {
  let { runId } = question;
  let isTaken = runId !== undefined;
  let answer = NOTHING_YET;
  let stop = (): void => {};
  let lost: ReturnType<typeof setTimeout> | undefined;
  let isCancelled = false;
  let isLeft = false;

  function show(next: Streaming): void {
    answer = next;
    if (!isLeft) onAnswer(next);
  }

  function pause(): void {
    clearTimeout(lost);
    stop();
  }

  async function cancel(): Promise<void> {
    isCancelled = true;
    if (runId !== undefined) await client.cancelRun(runId);
    // A server that does not name its runs can only notice that nobody reads any more.
    else if (isTaken) end({ ...keptOf(answer), status: 'cancelled' });
  }

  function taken(run: string | undefined): void {
    runId = run;
    isTaken = true;
    onTaken();
    // If the server could not be reached, the person sees that the answer continues.
    if (isCancelled) void cancel().catch(() => {});
    if (isLeft) pause();
  }

  function connection(now: 'open' | 'lost' | 'resting'): void {
    if (now === 'open') {
      clearTimeout(lost);
      lost = undefined;
      show(answer);
    } else if (now === 'lost')
      lost ??= setTimeout(() => !isLeft && onAnswer({ ...answer, status: lostStatus }), LOST_MS);
  }

  function end(ending: Ending): void {
    pause();
    if (!isLeft) onEnd(ending);
  }

  return {
    pause,
    cancel,
    leave() {
      isLeft = true;
      void cancel().catch(() => {});
      if (isTaken) pause();
    },
    read() {
      // To ask again would be another question.
      if (isTaken && runId === undefined)
        return end({ ...keptOf(answer), status: 'failed', error: brokenOff().message });
      show(NOTHING_YET);
      stop = client.askChat(
        { ...question, runId },
        {
          onRun: taken,
          onConnection: connection,
          onResync: () => show(NOTHING_YET),
          onEvent(event) {
            const ending = endingOf(answer, event);
            if (ending === undefined) show(applyChatEvent(answer, event));
            else end(ending);
          },
          onFailed({ message }) {
            if (isTaken) end({ ...keptOf(answer), status: 'failed', error: message });
            else if (!isLeft) onRefused(message);
          },
        },
      );
    },
  };
}
