import type { ChatEvent, ChatRequest } from '@millrace/engine/run';
import { ApiError, refusal, unreachable } from './api-error.ts';
import { type FollowOptions, followStream, isPassing, streamAt } from './follow-stream.ts';
import { readChatEvent } from './read-chat-event.ts';

/** A question to the chat. Without a message it asks for the answer of a run that is already going. */
export interface ChatQuestion extends Omit<ChatRequest, 'message'> {
  readonly message?: string;
  readonly conversation_id: string;
  /** The server does not know the conversation yet. */
  readonly isNew?: boolean;
  readonly runId?: string | undefined;
}

export interface ChatHooks extends Pick<FollowOptions, 'onConnection'> {
  /** The server has taken the question. Without the name of its run, it can't be stopped, and the rest can't be read after a break. */
  readonly onRun: (runId: string | undefined) => void;
  readonly onEvent: (event: ChatEvent) => void;
  /** Drop the text of this answer: it comes again from its beginning. */
  readonly onResync: () => void;
  /** It is over without an end: the question was refused or never arrived, or the answer broke off. */
  readonly onFailed: (error: ApiError) => void;
}

export type AskChat = (question: ChatQuestion, hooks: ChatHooks) => () => void;

/** The number of tries for a question that does not arrive, and for an answer that has stopped. */
const TRIES = 3;
const ENDS: ReadonlySet<ChatEvent['type']> = new Set(['complete', 'error', 'cancelled']);

/**
 * Asks and reads the answer. The question has one command id, so it is asked once however often it is sent; after a break
 * the run is read on from the last id, so no event is lost and none comes twice. A line that makes no sense is passed over.
 */
export function createAskChat(ask: typeof fetch, baseUrl: string): AskChat {
  return ({ isNew = false, runId: known, ...request }, { onRun, onEvent, onResync, onFailed, ...hooks }) => {
    const body = JSON.stringify({ command_id: crypto.randomUUID(), message: '', ...request });
    let runId = known;
    let sent = 0;
    let taken = known !== undefined;
    // Streams in a row that ended and brought nothing: the end must have been one of the lines that made no sense.
    let silent = 0;

    async function send(signal: AbortSignal): Promise<Response | ApiError> {
      const last = ++sent >= TRIES;
      try {
        if (isNew) await makeChat(signal);
        const response = await post('/api/chat', body, signal);
        taken = true;
        runId = response.headers.get('x-run-id') ?? undefined;
        onRun(runId);
        return response;
      } catch (error) {
        if (error instanceof ApiError && (last || !isPassing(error))) return error;
        if (last) return unreachable();
        throw error;
      }
    }

    async function makeChat(signal: AbortSignal): Promise<void> {
      try {
        await post('/api/chats', JSON.stringify({ id: request.conversation_id }), signal);
      } catch (error) {
        // A server of another make may know conversations by their first question.
        if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 405)) throw error;
      }
    }

    async function post(path: string, content: string, signal: AbortSignal): Promise<Response> {
      const headers = { 'content-type': 'application/json' };
      const response = await ask(`${baseUrl}${path}`, { method: 'POST', headers, body: content, signal });
      if (!response.ok) throw await refusal(response);
      return response;
    }

    const stop = followStream({
      ...hooks,
      patient: true,
      async connect(lastId, signal) {
        if (!taken) return send(signal);
        // A server that does not name its run can't be asked for the rest.
        if (runId === undefined) return brokenOff();
        const url = `${baseUrl}/api/runs/${encodeURIComponent(runId)}/events?format=chat`;
        return streamAt(ask, url)(lastId, signal);
      },
      onEnd() {
        if (++silent < TRIES) return;
        stop();
        onFailed(brokenOff());
      },
      onEvent({ event: name, data }) {
        if (name === 'resync') return onResync();
        const event = readChatEvent(data);
        if (event === undefined) return;
        silent = 0;
        if (ENDS.has(event.type)) stop();
        onEvent(event);
      },
      onRefused: onFailed,
    });
    return stop;
  };
}

/** An answer of which no more can be read. */
export function brokenOff(): ApiError {
  return new ApiError(0, 'broken_off', 'The answer broke off. Ask again.');
}
