import type { BlockEvent } from '@millrace/engine';
import * as z from 'zod/mini';

const usage = z.object({ input_tokens: z.number(), output_tokens: z.number() });
const index = z.int().check(z.nonnegative());

const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('thinking'), thinking: z.string() }),
]);

const delta = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text_delta'), text: z.string() }),
  z.object({ type: z.literal('thinking_delta'), thinking: z.string() }),
]);

const blockEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message_start'),
    message: z.object({ id: z.string(), model: z.string(), usage }),
  }),
  z.object({ type: z.literal('content_block_start'), index, content_block: block }),
  z.object({ type: z.literal('content_block_delta'), index, delta }),
  z.object({ type: z.literal('content_block_stop'), index }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: z.nullable(z.string()) }),
    usage: z.object({ output_tokens: z.number() }),
  }),
  z.object({ type: z.literal('message_stop') }),
]);

const errorEvent = z.object({
  type: z.literal('error'),
  error: z.object({ type: z.string(), message: z.string() }),
});

export type AnthropicEvent =
  | { readonly type: 'block'; readonly event: BlockEvent }
  | { readonly type: 'failure'; readonly kind: string; readonly message: string }
  | { readonly type: 'other' };

/** Reads the data of one event of Anthropic's stream. Never throws; `ping` and what is not known yet is `other`. */
export function readAnthropicEvent(data: string): AnthropicEvent {
  const json = parseJson(data);
  const known = blockEvent.safeParse(json);
  if (known.success) return { type: 'block', event: known.data };
  const failure = errorEvent.safeParse(json);
  if (failure.success)
    return { type: 'failure', kind: failure.data.error.type, message: failure.data.error.message };
  return { type: 'other' };
}

/** The sentence in the body of a refused request, if there is one. */
export function readAnthropicProblem(body: string): string | undefined {
  const failure = errorEvent.safeParse(parseJson(body));
  return failure.success ? failure.data.error.message : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
