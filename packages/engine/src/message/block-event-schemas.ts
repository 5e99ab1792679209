import * as z from 'zod/mini';
import type { BlockEvent } from './block-events.ts';
import type { CallReason } from './call-reason.ts';
import type { StopDetails } from './stop-reason.ts';

const text = z.string();
const maybe = z.exactOptional;
const optionalText = maybe(z.string());
const index = z.int().check(z.nonnegative());
const record = z.record(z.string(), z.unknown());
const tokens = maybe(z.nullable(z.number()));

const usage = z.object({
  input_tokens: tokens,
  output_tokens: tokens,
  cache_read_input_tokens: tokens,
  cache_creation_input_tokens: tokens,
});

const started = { id: optionalText, start_timestamp: optionalText };
const words = { message: optionalText, display_content: maybe(z.unknown()) };

const callReason = z.discriminatedUnion('code', [
  z.object({
    code: z.enum([
      'unknown_tool',
      'tools_not_offered',
      'call_cut_off',
      'input_unreadable',
      'input_invalid',
      'edit_invalid',
      'rejected',
      'loop_rejected',
      'rerun_rejected',
      'expired',
      'rerun_expired',
      'model_refused',
      'message_instead',
      'run_stopped',
      'stopped_midway',
      'nothing_to_condense',
    ]),
  }),
  z.object({ code: z.literal('mode_forbids'), mode: text }),
  z.object({
    code: z.enum(['denied_by_rule', 'edit_denied_by_rule']),
    scope: z.enum(['user', 'chat', 'workspace']),
  }),
  z.object({ code: z.literal('skipped'), tool: text }),
  z.object({ code: z.literal('begun_too_often'), times: index }),
  z.object({ code: z.literal('timed_out'), limit_ms: index }),
]) satisfies z.ZodMiniType<CallReason>;

const startedBlock = z.union([
  z.discriminatedUnion('type', [
    z.looseObject({
      ...started,
      type: z.literal('text'),
      text,
      citations: maybe(z.nullable(z.array(record))),
      continues: maybe(z.boolean()),
      phase: optionalText,
    }),
    z.looseObject({ ...started, type: z.literal('thinking'), thinking: text, signature: optionalText }),
    z.looseObject({ ...started, type: z.literal('redacted_thinking'), data: text }),
    z.looseObject({
      ...started,
      ...words,
      type: z.literal('tool_use'),
      name: text,
      input: maybe(record),
      speaks: optionalText,
      offers: maybe(z.boolean()),
    }),
    z.looseObject({
      ...started,
      ...words,
      type: z.literal('tool_result'),
      tool_use_id: text,
      name: optionalText,
      content: maybe(z.unknown()),
      is_error: maybe(z.boolean()),
      reason: maybe(callReason),
      exit_code: maybe(z.int()),
      threw: optionalText,
    }),
  ]),
  z.looseObject({
    ...started,
    type: z.union([
      z.templateLiteral([z.string(), '_tool_use']),
      z.templateLiteral([z.string(), '_tool_result']),
    ]),
  }),
]);

const delta = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text_delta'), text }),
  z.object({ type: z.literal('input_json_delta'), partial_json: text }),
  z.object({ type: z.literal('thinking_delta'), thinking: text }),
  z.object({ type: z.literal('signature_delta'), signature: text }),
  z.object({ type: z.literal('citations_delta'), citation: record }),
]);

/** Checks what a provider said about a stop. */
export const stopDetails = z.object({
  type: z.enum(['refusal', 'content_filter', 'malformed_call', 'other']),
  reason: optionalText,
  category: optionalText,
  explanation: optionalText,
}) satisfies z.ZodMiniType<StopDetails>;

const messageStart = z.object({
  type: z.literal('message_start'),
  message: z.object({
    id: text,
    model: optionalText,
    threadId: optionalText,
    role: maybe(z.enum(['assistant', 'user'])),
    createdAt: optionalText,
    usage: maybe(usage),
  }),
});

/** Checks an event that builds a message. A block keeps fields that are not named here. */
export const blockEvent = z.discriminatedUnion('type', [
  messageStart,
  z.object({ type: z.literal('content_block_start'), index, content_block: startedBlock }),
  z.object({ type: z.literal('content_block_delta'), index, delta }),
  z.object({
    type: z.literal('content_block_stop'),
    index,
    stop_timestamp: optionalText,
    input_error: optionalText,
    message: optionalText,
  }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({
      stop_reason: z.nullable(text),
      stop_sequence: maybe(z.nullable(text)),
      stop_details: maybe(z.nullable(stopDetails)),
    }),
    usage: maybe(usage),
  }),
  z.object({ type: z.literal('message_stop') }),
]) satisfies z.ZodMiniType<BlockEvent>;
