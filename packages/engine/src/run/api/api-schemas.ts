import * as z from 'zod/mini';
import { stopDetails } from '../../message/block-event-schemas.ts';
import type { UnusualStop } from '../../message/stop-reason.ts';
import {
  callEmbed,
  changedLines,
  condensedContext,
  foldKind,
  hitlDecision,
  madeChange,
  policyRule,
  proposedChange,
  shownFile,
  suggestions,
} from '../run-event-schemas.ts';
import { modelSetting } from './answer-settings.ts';
import type {
  ActionAnswer,
  ApiProblem,
  CallFiles,
  CallRecord,
  ChatChanges,
  ChatSummary,
  DecisionAnswer,
  DecisionProblem,
  EditPreview,
  KeptMemory,
  LinkPreview,
  MemoryList,
  ModeList,
  RevertAnswer,
  RuleInfo,
  RuleList,
  SentMessage,
  SignInAnswer,
  SignInLink,
  WorkspaceInfo,
} from './api.ts';
import type { CheckpointList, RestoreAnswer, WorkspaceDiff } from './checkpoint-api.ts';
import type { ModelList, ServerSettings } from './model-api.ts';
import { project } from './project-api.ts';

// The answers of the server, for its description and for clients that check what they get.

const maybe = z.exactOptional;
const text = z.string();
const count = z.int();

/** The schema of `ApiProblem`. */
export const apiProblem = z.object({ code: text, message: text }) satisfies z.ZodMiniType<ApiProblem>;

/** The schema of `DecisionAnswer`. */
export const decisionAnswer = z.object({
  approval_id: text,
  decision: hitlDecision,
  by: text,
  from: maybe(text),
  seq: count,
  ts: count,
}) satisfies z.ZodMiniType<DecisionAnswer>;

/** The schema of `DecisionProblem`. */
export const decisionProblem = z.object({
  code: z.enum(['already_decided', 'args_changed', 'expired', 'no_rule', 'bad_edit']),
  message: text,
  decision: maybe(hitlDecision),
  by: maybe(text),
  from: maybe(text),
}) satisfies z.ZodMiniType<DecisionProblem>;

/** The schema of `EditPreview`. */
export const editPreview = z.object({
  change: z.nullable(proposedChange),
}) satisfies z.ZodMiniType<EditPreview>;

/** The schema of `CallFiles`. */
export const callFiles = z.object({
  files: z.array(z.object({ path: text, before: z.nullable(text), after: text })),
}) satisfies z.ZodMiniType<CallFiles>;

/** The schema of `RevertAnswer`. */
export const revertAnswer = z.object({
  reverted: count,
  already: count,
  failed: count,
  not_revertible: count,
  calls: z.array(
    z.object({
      tool_use_id: text,
      tool: text,
      outcome: z.enum(['reverted', 'already', 'failed', 'not_revertible']),
      message: maybe(text),
    }),
  ),
}) satisfies z.ZodMiniType<RevertAnswer>;

/** The schema of `SentMessage`. */
export const sentMessage = z.object({
  message_id: text,
  run_id: text,
}) satisfies z.ZodMiniType<SentMessage>;

/** The schema of `SignInAnswer`. */
export const signInAnswer = z.object({ key: text }) satisfies z.ZodMiniType<SignInAnswer>;

/** The schema of `SignInLink`. */
export const signInLink = z.object({
  reachable: z.boolean(),
  url: maybe(text),
  expires_at: maybe(count),
}) satisfies z.ZodMiniType<SignInLink>;

const chatSummary = z.object({
  id: text,
  title: text,
  updated_at: count,
  seq: count,
  epoch: count,
  run_id: z.nullable(text),
  waiting: z.boolean(),
  pinned: maybe(z.literal(true)),
  archived: maybe(z.literal(true)),
  project_id: maybe(text),
  settings_rev: maybe(count),
  edits: maybe(count),
  queued: maybe(z.array(text)),
  unread: maybe(z.enum(['answer', 'problem'])),
}) satisfies z.ZodMiniType<ChatSummary>;

const callRecord = z.object({
  tool_use_id: text,
  tool: text,
  status: z.enum(['waiting', 'decided', 'running', 'done', 'uncertain']),
  span_id: maybe(text),
  title: z.optional(text),
  started_at: maybe(count),
  ended_at: maybe(count),
  paused_ms: maybe(count),
  in_doubt: maybe(z.boolean()),
  doubted_at: maybe(count),
  asked: maybe(count),
  decision: maybe(hitlDecision),
  decided_by: maybe(text),
  decided_from: z.optional(text),
  follow_up: maybe(text),
  revertible: maybe(z.boolean()),
  embed: z.optional(callEmbed),
  shown: maybe(z.array(shownFile)),
  changed: maybe(changedLines),
  change: maybe(madeChange),
  asked_change: z.optional(proposedChange),
  folds: maybe(foldKind),
  reverted: maybe(z.boolean()),
}) satisfies z.ZodMiniType<CallRecord>;

const block = z.looseObject({ type: text, id: text });

const unusualStop = z.object({
  reason: z.enum(['max_tokens', 'model_context_window_exceeded', 'refusal', 'pause_turn', 'other']),
  details: maybe(stopDetails),
}) satisfies z.ZodMiniType<UnusualStop>;

/** The schema of `MessageRecord`, as the chat's devices get it. */
export const messageRecord = z.object({
  seq: count,
  id: text,
  ts: count,
  role: z.enum(['user', 'assistant']),
  text,
  status: z.enum(['completed', 'cancelled', 'failed']),
  content: maybe(z.array(block)),
  tools: maybe(z.array(callRecord)),
  spans: maybe(z.array(z.object({ id: text, content: z.array(block) }))),
  usage: maybe(
    z.object({
      input_tokens: count,
      output_tokens: count,
      cache_read_input_tokens: maybe(count),
      cache_creation_input_tokens: maybe(count),
    }),
  ),
  fill: maybe(z.object({ used: count, window: count })),
  condensed: maybe(condensedContext),
  ...suggestions,
  mode: maybe(text),
  context: maybe(z.record(z.string(), z.unknown())),
  took_ms: maybe(count),
  worked_ms: maybe(count),
  waited_ms: maybe(count),
  checkpoint_id: maybe(text),
  stop: maybe(unusualStop),
  error: maybe(
    z.object({
      message: text,
      code: text,
      retryable: z.boolean(),
      retry_after: maybe(z.number()),
      provider: maybe(text),
    }),
  ),
  earlier: maybe(z.array(z.object({ cause: z.enum(['restart', 'condensed']), text }))),
  continued: maybe(count),
  branches: maybe(z.array(text)),
  rev: maybe(count),
});

const fileChange = { path: text, status: z.enum(['added', 'changed', 'removed']) };

/** The schema of `CheckpointList`. */
export const checkpointList = z.object({
  checkpoints: z.array(z.object({ id: text, run_id: text, ts: count, files: count, notes: z.array(text) })),
  disk: z.nullable(z.object({ bytes: count, bound: count })),
  trouble: z.nullable(text),
}) satisfies z.ZodMiniType<CheckpointList>;

/** The schema of `WorkspaceDiff`. */
export const workspaceDiff = z.object({
  files: z.array(
    z.object({ ...fileChange, added: z.nullable(count), removed: z.nullable(count), binary: z.boolean() }),
  ),
  patch: text,
  is_cut: z.boolean(),
}) satisfies z.ZodMiniType<WorkspaceDiff>;

/** The schema of `RestoreAnswer`. */
export const restoreAnswer = z.object({
  undo: z.nullable(text),
  files: z.nullable(z.object({ count, changed: z.array(z.object(fileChange)), problems: z.array(text) })),
  messages: count,
}) satisfies z.ZodMiniType<RestoreAnswer>;

const promptCard = z.object({
  title: text,
  hint: text,
  icon: z.enum(['table', 'hand', 'code', 'loop']),
  text,
});

/** The schema of `ModelList`. */
export const modelList = z.object({
  models: z.array(
    z.object({
      id: text,
      name: text,
      demo: z.boolean(),
      prompts: z.array(promptCard),
      provider: maybe(text),
      reads: maybe(z.array(z.enum(['image', 'pdf']))),
      context_window: maybe(count),
      price: maybe(z.object({ input: z.number(), output: z.number() })),
      settings: maybe(z.array(modelSetting)),
    }),
  ),
  default: text,
}) satisfies z.ZodMiniType<ModelList>;

/** The schema of `RuleInfo`. */
export const ruleInfo = z.extend(policyRule, {
  of: text,
  created_at: count,
  unreadable: maybe(z.literal(true)),
  text,
  commands: maybe(z.literal(true)),
}) satisfies z.ZodMiniType<RuleInfo>;

/** The schema of `RuleList`. */
export const ruleList = z.object({ rules: z.array(ruleInfo) }) satisfies z.ZodMiniType<RuleList>;

/** The schema of `LinkPreview`. */
export const linkPreview = z.object({
  url: text,
  title: z.nullable(text),
  description: z.nullable(text),
  site: z.nullable(text),
  image: z.nullable(text),
}) satisfies z.ZodMiniType<LinkPreview>;

/** The schema of `KeptMemory`. */
export const keptMemory = z.object({
  app: text,
  name: text,
  value: text,
  updated_at: count,
}) satisfies z.ZodMiniType<KeptMemory>;

/** The schema of `MemoryList`. */
export const memoryList = z.object({ memories: z.array(keptMemory) }) satisfies z.ZodMiniType<MemoryList>;

/** The schema of `WorkspaceInfo`. */
export const workspaceInfo = z.object({
  instructions: z.array(z.object({ path: text, version: text, text, used: z.boolean() })),
  commands: z.enum(['person', 'sandbox', 'none']),
}) satisfies z.ZodMiniType<WorkspaceInfo>;

/** The schema of `ActionAnswer`. */
export const actionAnswer = z.object({
  message_id: text,
  run_id: text,
  result: text,
}) satisfies z.ZodMiniType<ActionAnswer>;

/** The schema of `ModeList`. */
export const modeList = z.object({
  modes: z.array(z.object({ slug: text, name: text, description: text })),
  default: text,
}) satisfies z.ZodMiniType<ModeList>;

/** The schema of `ChatChanges`. */
export const chatChanges = z.object({
  chats: z.array(chatSummary),
  gone: maybe(z.array(text)),
  projects: maybe(z.array(project)),
  gone_projects: maybe(z.array(text)),
  devices: maybe(z.array(z.object({ id: text, name: text }))),
  settings_rev: maybe(count),
  models_rev: maybe(count),
  vault_rev: maybe(count),
}) satisfies z.ZodMiniType<ChatChanges>;
/** The schema of the answer that lists the chats. */
export const chatList = z.object({ chats: z.array(chatSummary) });
/** The schema of the answer that lists the messages of a chat. */
export const messageList = z.object({ chat: chatSummary, messages: z.array(messageRecord) });

/** The schema of `ServerSettings`. */
export const serverSettings = z.object({
  providers: z.array(
    z.object({
      id: text,
      name: text,
      hint: text,
      needs: z.enum(['key', 'base_url', 'nothing']),
      key_name: text,
      connected: z.boolean(),
      check: z.enum(['ok', 'refused', 'unchecked']),
      problem: z.nullable(z.object({ code: text, said: z.nullable(text) })),
      from: z.nullable(z.enum(['environment', 'settings'])),
      key_end: z.nullable(text),
      base_url: z.nullable(text),
      models: count,
      listed: z.enum(['now', 'earlier', 'known']),
    }),
  ),
}) satisfies z.ZodMiniType<ServerSettings>;
