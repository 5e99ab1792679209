import * as z from 'zod/mini';
import type { HitlDecision } from '../approval/hitl-decision.ts';
import type { OfferedRule, PolicyRule } from '../approval/policy-rule.ts';
import { blockEvent } from '../message/block-event-schemas.ts';
import type {
  ChangedLines,
  CondensedContext,
  FoldKind,
  KeptFile,
  MadeChange,
  ProposedChange,
  RunEvent,
  ShownFile,
  StoredEvent,
} from './run-events.ts';

const text = z.string();
const maybe = z.exactOptional;
const count = z.int().check(z.nonnegative());
const unknown = z.unknown();
const jsonObject = z.record(z.string(), unknown);
export const callEmbed = jsonObject;
export const foldKind = z.enum(['read', 'search', 'list']) satisfies z.ZodMiniType<FoldKind>;

const feedbackImage = z.object({
  media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  data: text,
});

/** A file of a call. */
export const shownFile = z.object({
  ...{ id: text, name: text, type: text, size: z.number(), alt: maybe(text), aside: maybe(z.boolean()) },
  ...{ width: maybe(z.number()), height: maybe(z.number()) },
}) satisfies z.ZodMiniType<ShownFile>;

export const hitlDecision = z.object({
  type: z.enum(['approve', 'reject', 'edit', 'approve_always']),
  message: maybe(text),
  images: maybe(z.array(feedbackImage)),
  rule_id: maybe(text),
  edited_action: maybe(z.object({ name: text, args: z.record(z.string(), unknown) })),
}) satisfies z.ZodMiniType<HitlDecision>;

const argumentPattern = z.discriminatedUnion('type', [
  z.object({ type: z.literal('glob'), argument: text, glob: text }),
  z.object({
    type: z.literal('command'),
    prefixes: z.array(z.array(text)),
    whole: maybe(z.boolean()),
    writes: maybe(z.boolean()),
    cwd: maybe(text),
  }),
  z.object({ type: z.literal('edits'), glob: text }),
  z.object({ type: z.literal('input'), hash: text, about: text }),
]);

/** A rule without its id. */
export const ruleBody = z.object({
  scope: z.enum(['user', 'chat', 'workspace']),
  tool: text,
  pattern: maybe(argumentPattern),
  verdict: z.enum(['allow', 'ask', 'deny']),
});

export const policyRule = z.extend(ruleBody, { id: text }) satisfies z.ZodMiniType<PolicyRule>;

const offeredRule = z.object({
  rule: policyRule,
  of: text,
  text,
  commands: maybe(z.literal(true)),
}) satisfies z.ZodMiniType<OfferedRule>;

export const changedLines = z.object({
  added: count,
  removed: count,
}) satisfies z.ZodMiniType<ChangedLines>;

const changedFiles = z.array(
  z.extend(changedLines, {
    path: text,
    before_hash: maybe(z.nullable(text)),
    diff: maybe(text),
    note: maybe(text),
    state: maybe(z.enum(['new', 'same', 'no_text', 'long_file', 'long_diff'])),
  }),
);

export const proposedChange = z.object({
  files: changedFiles,
  shows: z.array(text),
}) satisfies z.ZodMiniType<ProposedChange>;

export const madeChange = z.object({ files: changedFiles }) satisfies z.ZodMiniType<MadeChange>;

const keptFile = z.object({
  path: text,
  after: text,
  before: z.nullable(z.object({ at: count, remove: count, insert: text })),
}) satisfies z.ZodMiniType<KeptFile>;

const suggestedValue = z.object({ label: text, value: text, mode: maybe(text) });
const suggestedAction = z.object({
  label: text,
  action: text,
  handler: z.enum(['client', 'server']),
  data: maybe(unknown),
  style: maybe(z.enum(['primary', 'secondary', 'warning'])),
});

export const condensedContext = z.object({
  summary: text,
  up_to: count,
  step: count,
  count,
  before: count,
  after: count,
  blocks: maybe(count),
}) satisfies z.ZodMiniType<CondensedContext>;

export const suggestions = {
  suggested_values: maybe(z.array(suggestedValue)),
  suggested_actions: maybe(z.array(suggestedAction)),
  custom_payload: maybe(z.object({ type: text, data: unknown })),
};

const runOnly = z.discriminatedUnion('type', [
  z.object({ type: z.literal('step_start'), step: count, attempt: count, mode: maybe(text) }),
  z.object({ type: z.literal('span_start'), task: z.object({ message: text, mode: maybe(text) }) }),
  z.object({ type: z.literal('context'), used: count, window: count }),
  z.extend(condensedContext, { type: z.literal('condensed') }),
  z.object({ type: z.literal('status'), message: text, retry_at: maybe(count) }),
  z.object({
    type: z.literal('tool_start'),
    tool: text,
    input: unknown,
    tool_use_id: text,
    title: maybe(text),
    key: maybe(text),
    embed: maybe(callEmbed),
    folds: maybe(foldKind),
  }),
  z.object({
    type: z.literal('tool_progress'),
    tool: text,
    tool_use_id: text,
    stage: text,
    message: text,
    progress: z.nullable(z.number()),
    data: unknown,
  }),
  z.object({
    type: z.literal('tool_complete'),
    tool: text,
    tool_use_id: text,
    mode: maybe(text),
    follow_up: maybe(text),
    revertible: maybe(z.boolean()),
    undo: maybe(unknown),
    seen: maybe(z.record(text, z.nullable(text))),
    images: maybe(z.array(feedbackImage)),
    shown: maybe(z.array(shownFile)),
    embed: maybe(callEmbed),
    changed: maybe(changedLines),
    change: maybe(madeChange),
    files: maybe(z.array(keptFile)),
    ...suggestions,
  }),
  z.object({ type: z.literal('tool_uncertain'), tool_use_id: text }),
  z.object({
    type: z.literal('approval_request'),
    approval_id: text,
    tool_use_id: text,
    tool: text,
    input: unknown,
    args_hash: text,
    title: maybe(text),
    reason: maybe(text),
    rules: maybe(z.array(offeredRule)),
    repetition: maybe(
      z.object({
        reason: z.enum(['identical', 'cycle', 'same_results']),
        threshold: count,
        signatures: z.array(text),
        same_result: maybe(z.boolean()),
        failed: maybe(text),
        tokens: maybe(count),
      }),
    ),
    expires_at: maybe(count),
    question: maybe(z.object({ message: text, schema: jsonObject })),
    schema: maybe(jsonObject),
    change: maybe(proposedChange),
    destructive: maybe(z.boolean()),
    limit: maybe(z.object({ steps: count })),
  }),
  z.object({
    type: z.literal('approval_decision'),
    approval_id: text,
    tool_use_id: text,
    decision: hitlDecision,
    by: text,
    from: maybe(text),
  }),
  z.object({ type: z.literal('approval_withdrawn'), approval_id: text, tool_use_id: text }),
  z.object({ type: z.literal('checkpoint'), checkpoint_id: z.nullable(text), message: maybe(text) }),
  z.object({
    type: z.literal('revert'),
    tool_use_id: text,
    ok: z.boolean(),
    message: maybe(text),
    command_id: maybe(text),
  }),
  z.object({ type: z.literal('complete'), ...suggestions }),
  z.object({ type: z.literal('cancelled'), reason: maybe(z.literal('message')) }),
  z.object({
    type: z.literal('error'),
    message: text,
    code: text,
    retryable: z.boolean(),
    retry_after: maybe(z.number()),
    provider: maybe(text),
  }),
  z.object({
    type: z.literal('continue'),
    after: z.enum(['completed', 'cancelled', 'failed']),
    paused_ms: count,
    by: maybe(text),
  }),
]);

/** Checks an event of a run. */
export const runEvent = z.discriminatedUnion('type', [blockEvent, runOnly]) satisfies z.ZodMiniType<RunEvent>;

const place = z.object({ seq: count, fence: count, ts: z.number(), span_id: maybe(text) });

/** Checks an event as the log keeps it and the stream of a run sends it. */
export const storedEvent = z.intersection(runEvent, place) satisfies z.ZodMiniType<StoredEvent>;
