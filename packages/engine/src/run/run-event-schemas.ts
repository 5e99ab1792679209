import * as z from 'zod/mini';
import type { HitlDecision } from '../approval/hitl-decision.ts';
import { blockEvent } from '../message/block-event-schemas.ts';
import type { RunEvent, StoredEvent } from './run-events.ts';

const text = z.string();
const maybe = z.exactOptional;
const count = z.int().check(z.nonnegative());
const unknown = z.unknown();

export const hitlDecision = z.object({
  type: z.enum(['approve', 'reject', 'edit', 'approve_always']),
  message: maybe(text),
  edited_action: maybe(z.object({ name: text, args: z.record(z.string(), unknown) })),
}) satisfies z.ZodMiniType<HitlDecision>;

const suggestedValue = z.object({ label: text, value: text });
const suggestedAction = z.object({
  label: text,
  action: text,
  handler: z.enum(['client', 'server']),
  data: maybe(unknown),
  style: maybe(z.enum(['primary', 'secondary', 'warning'])),
});

const runOnly = z.discriminatedUnion('type', [
  z.object({ type: z.literal('step_start'), step: count, attempt: count }),
  z.object({ type: z.literal('status'), message: text }),
  z.object({ type: z.literal('tool_start'), tool: text, input: unknown, tool_use_id: text }),
  z.object({
    type: z.literal('tool_progress'),
    tool: text,
    tool_use_id: text,
    stage: text,
    message: text,
    progress: z.nullable(z.number()),
    data: unknown,
  }),
  z.object({ type: z.literal('tool_complete'), tool: text, tool_use_id: text }),
  z.object({ type: z.literal('tool_uncertain'), tool_use_id: text }),
  z.object({
    type: z.literal('approval_request'),
    approval_id: text,
    tool_use_id: text,
    tool: text,
    input: unknown,
    args_hash: text,
    title: maybe(text),
  }),
  z.object({
    type: z.literal('approval_decision'),
    approval_id: text,
    tool_use_id: text,
    decision: hitlDecision,
    by: text,
  }),
  z.object({ type: z.literal('checkpoint'), checkpoint_id: text, message: maybe(text) }),
  z.object({ type: z.literal('revert'), tool_use_id: text, ok: z.boolean(), message: maybe(text) }),
  z.object({
    type: z.literal('complete'),
    suggested_values: maybe(z.array(suggestedValue)),
    suggested_actions: maybe(z.array(suggestedAction)),
    custom_payload: maybe(z.object({ type: text, data: unknown })),
  }),
  z.object({ type: z.literal('cancelled') }),
  z.object({ type: z.literal('error'), message: text, code: text, retryable: z.boolean() }),
]);

/** Checks an event of a run. */
export const runEvent = z.discriminatedUnion('type', [blockEvent, runOnly]) satisfies z.ZodMiniType<RunEvent>;

const place = z.object({ seq: count, fence: count, ts: z.number(), span_id: maybe(text) });

/** Checks an event as the log keeps it and the stream of a run sends it. */
export const storedEvent = z.intersection(runEvent, place) satisfies z.ZodMiniType<StoredEvent>;
