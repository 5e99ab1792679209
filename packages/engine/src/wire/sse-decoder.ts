import { createParser } from 'eventsource-parser';

/** One server-sent event as it was dispatched. `id` is empty when the event named none. */
export interface SseEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string;
}

export interface SseProblem {
  readonly message: string;
  readonly line: string;
}

export interface SseDecoderOptions {
  readonly onEvent: (event: SseEvent) => void;
  readonly onProblem?: (problem: SseProblem) => void;
}

export interface SseDecoder {
  feed(chunk: Uint8Array | string): void;
  end(): void;
}

/**
 * Turns bytes or text, cut anywhere, into server-sent events by the WHATWG rules.
 * Never throws; a line it cannot read is reported and skipped. An event without its closing blank line is dropped.
 */
export function createSseDecoder({ onEvent, onProblem }: SseDecoderOptions): SseDecoder {
  // The text decoder drops the byte order mark of a byte stream and joins characters split across chunks.
  const utf8 = new TextDecoder();
  let atStart = true;
  const parser = createParser({
    onEvent: ({ event, data, id }) => onEvent({ event: event ?? 'message', data, id: id ?? '' }),
    onError: (error) => onProblem?.({ message: error.message, line: error.line ?? '' }),
  });

  function feedText(text: string): void {
    if (text === '') return;
    parser.feed(atStart && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    atStart = false;
  }

  return {
    feed: (chunk) => feedText(typeof chunk === 'string' ? chunk : utf8.decode(chunk, { stream: true })),
    end() {
      feedText(utf8.decode());
      parser.reset();
      atStart = true;
    },
  };
}
