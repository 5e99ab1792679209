export { encodeSse, type SseMessage } from './wire/encode-sse.ts';
export { createSseDecoder, type SseDecoder, type SseDecoderOptions } from './wire/sse-decoder.ts';
export type { SseEvent, SseProblem } from './wire/sse-event-reader.ts';
