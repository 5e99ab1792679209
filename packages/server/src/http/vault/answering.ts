import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';
import type { RequestParts } from '../request/bindings.ts';

/** An answer that is under way. */
export interface Answering {
  /** Ends the answer at once if it is an event stream. */
  cutStream(): void;
}

/**
 * Follows the answer to a request until it is out, or nobody waits for it any more: then it calls `onOver`, once, perhaps before it
 * returns. The returned `wrap` must get the answer that a route gave.
 */
export function followAnswer(
  { env }: Context<{ Bindings: RequestParts }>,
  onOver: (answering: Answering) => void,
): { readonly answering: Answering; readonly wrap: (answer: Response) => Response } {
  return env.outgoing === undefined ? followStandard(onOver) : followNode(env.outgoing, onOver);
}

function followNode(outgoing: ServerResponse, onOver: (answering: Answering) => void) {
  const answering: Answering = {
    cutStream() {
      if (isEventStream(String(outgoing.getHeader('content-type')))) outgoing.destroy();
    },
  };
  if (outgoing.closed) onOver(answering);
  else outgoing.once('close', () => onOver(answering));
  return { answering, wrap: (answer: Response) => answer };
}

/** A standard answer is over when its body was read, or is wanted no more. */
function followStandard(onOver: (answering: Answering) => void) {
  let cut = (): void => {};
  let isOver = false;
  const answering: Answering = { cutStream: () => cut() };
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    onOver(answering);
  };
  function wrap(answer: Response): Response {
    if (answer.body === null) {
      end();
      return answer;
    }
    const reader = answer.body.getReader();
    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          if (!isEventStream(answer.headers.get('content-type') ?? '')) return;
          cut = () => {
            controller.error(new Error('The stream was ended.'));
            void reader.cancel();
            end();
          };
        },
        async pull(controller) {
          try {
            const { value, done } = await reader.read();
            if (isOver) return;
            if (!done) return controller.enqueue(value);
            controller.close();
          } catch (error) {
            controller.error(error);
          }
          end();
        },
        async cancel(reason) {
          end();
          await reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, answer);
  }
  return { answering, wrap };
}

const isEventStream = (type: string): boolean => type.startsWith('text/event-stream');
