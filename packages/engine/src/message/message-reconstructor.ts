import type { PartialJsonValue } from '../json/partial-json.ts';
import type { ServerSentEvent } from './block-events.ts';
import { calculateNextState, createReconstructorState } from './calculate-next-state.ts';
import type { ChatMessage } from './message.ts';
import { readStreamError } from './stream-error.ts';

/** The callbacks of `createMessageReconstructor`. */
export interface ReconstructorCallbacks {
  /** After each event but `ping`, once. `parsedJson` holds live previews of JSON that is still arriving. */
  readonly onMessageUpdate?: (
    message: ChatMessage | null,
    buffers: ReadonlyMap<number, string>,
    parsedJson: ReadonlyMap<number, PartialJsonValue>,
  ) => void;
  readonly onMessageComplete?: (message: ChatMessage) => void;
  readonly onError?: (error: Error) => void;
}

/** The functions that `createMessageReconstructor` returns: feed it events and tell it what the connection does. */
export interface ReconstructorControls {
  processSSEEvent(event: ServerSentEvent): void;
  handleSSEOpen(): void;
  handleSSEError(error: Error): void;
  handleSSEClose(): void;
  resetState(): void;
  updateCallbacks(callbacks: Partial<ReconstructorCallbacks>): void;
}

/** Rebuilds a message from the events of a connection that somebody else manages. Bad events never throw. */
export function createMessageReconstructor(
  initialCallbacks: ReconstructorCallbacks = {},
): ReconstructorControls {
  let callbacks = initialCallbacks;
  let state = createReconstructorState();
  let inMessage = false;

  function update(): void {
    callbacks.onMessageUpdate?.(state.message, state.buffers, state.parsedJson);
  }

  /** Tells whether the message still waits for its end. */
  const isOpen = (): boolean => state.message?.status === 'in_progress';

  /** Keeps the content that has arrived and marks it as failed: nobody waits for the rest. */
  function fail(error: Error): void {
    const interrupted = inMessage && isOpen();
    inMessage = false;
    if (interrupted) {
      const { message } = error;
      state = calculateNextState(state, { type: 'error', message, code: 'network', retryable: true });
      update();
    }
    callbacks.onError?.(error);
  }

  function take(event: ServerSentEvent): void {
    if (event?.type === 'message_start') inMessage = true;
    if (!inMessage || event?.type === 'ping') return;
    state = calculateNextState(state, event);
    if (event?.type === 'message_stop') inMessage = false;
    update();
    if (event?.type === 'error') callbacks.onError?.(new Error(readStreamError(event).message));
    if (event?.type === 'message_stop' && state.message !== null)
      callbacks.onMessageComplete?.(state.message);
  }

  return {
    processSSEEvent(event) {
      try {
        take(event);
      } catch (error) {
        inMessage = false;
        callbacks.onError?.(error instanceof Error ? error : new Error(String(error)));
      }
    },
    handleSSEOpen() {
      state = createReconstructorState();
      inMessage = false;
    },
    handleSSEError: fail,
    handleSSEClose() {
      if (inMessage && isOpen()) fail(new Error('The connection closed before the message was complete.'));
      inMessage = false;
    },
    resetState() {
      state = createReconstructorState();
      inMessage = false;
      update();
    },
    updateCallbacks(changed) {
      callbacks = { ...callbacks, ...changed };
    },
  };
}
