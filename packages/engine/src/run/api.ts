import * as z from 'zod/mini';
import type { HitlDecision } from '../approval/hitl-decision.ts';
import type { ContentBlock } from '../message/message.ts';
import type { RunTool } from './apply-tool-event.ts';
import { hitlDecision } from './run-event-schemas.ts';

// Shapes that cross the network. The server checks what comes in; the client trusts its own server.

const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _'));
const text = z
  .string()
  .check(z.regex(/\S/, 'must not be empty'), z.maxLength(400_000, 'must be 400,000 characters at most'));

export const signInRequest = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) });
export const createChatRequest = z.strictObject({ id: z.optional(id) });
export const sendMessageRequest = z.strictObject({
  command_id: id,
  text,
  model: z.optional(z.string().check(z.maxLength(200))),
});
export const cancelRequest = z.strictObject({ command_id: z.optional(id) });

/** A person's answer to what a run asks. `args_hash` says which arguments the person saw. */
export const decisionRequest = z.strictObject({
  command_id: id,
  approval_id: z.string().check(z.minLength(1), z.maxLength(200)),
  args_hash: z.string().check(z.minLength(1), z.maxLength(200)),
  decision: hitlDecision.check(
    z.refine(({ type, edited_action }) => type !== 'edit' || edited_action !== undefined, {
      error: 'an edit needs edited_action',
    }),
  ),
});
export type DecisionRequest = z.infer<typeof decisionRequest>;

/** A decision that was taken, and where it stands in the run's log. */
export interface DecisionAnswer {
  readonly approval_id: string;
  readonly decision: HitlDecision;
  readonly by: string;
  readonly seq: number;
  readonly ts: number;
}

/** The request of a chat that asks and reads in one call. */
export const chatRequest = z.object({
  message: z.string().check(z.maxLength(400_000, 'must be 400,000 characters at most')),
  context: z.optional(z.record(z.string(), z.unknown())),
  interaction_type: z.optional(z.enum(['text_input', 'value_selected', 'action_executed'])),
  action_metadata: z.optional(
    z.object({ action_identifier: z.string(), action_data: z.optional(z.unknown()) }),
  ),
  conversation_id: z.optional(id),
  model: z.optional(z.string().check(z.maxLength(200))),
});
export type ChatRequest = z.infer<typeof chatRequest>;

/** What `useChat` of the AI SDK sends. Other fields and parts are let through and not read. */
export const aiSdkChatRequest = z.object({
  id,
  messages: z.array(
    z.object({
      id: z.string(),
      role: z.string(),
      parts: z.array(z.object({ type: z.string(), text: z.optional(z.string()) })),
    }),
  ),
  trigger: z.optional(z.enum(['submit-message', 'regenerate-message'])),
  messageId: z.nullish(z.string()),
  model: z.optional(z.string().check(z.maxLength(200))),
});
export type AiSdkChatRequest = z.infer<typeof aiSdkChatRequest>;

export type SendMessageRequest = z.infer<typeof sendMessageRequest>;

export interface SentMessage {
  readonly message_id: string;
  readonly run_id: string;
}

/** A line of the chat list. `seq` is the chat's newest message event; `run_id` is the run that works now. */
export interface ChatSummary {
  readonly id: string;
  readonly title: string;
  readonly updated_at: number;
  readonly seq: number;
  readonly run_id: string | null;
}

/** What a finished message keeps of a call beside its blocks. */
export type CallRecord = Omit<RunTool, 'input' | 'progress' | 'approval'>;

export type RecordStatus = 'completed' | 'cancelled' | 'failed';

/** A finished message as a chat keeps it. An assistant's message has the id of the run that wrote it. */
export interface MessageRecord {
  readonly seq: number;
  readonly id: string;
  readonly ts: number;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly status: RecordStatus;
  /** The blocks of an assistant's message, where there is more to it than its text. */
  readonly content?: readonly ContentBlock[];
  /** What became of the calls among them, as far as the log tells it. */
  readonly tools?: readonly CallRecord[];
  /** What the page that asked knew; only on a person's message. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** How long the run took, in milliseconds; only on an assistant's message. */
  readonly took_ms?: number;
  readonly error?: { readonly message: string; readonly code: string; readonly retryable: boolean };
}

/** A prompt that a model offers to people who do not know what to ask. */
export interface PromptCard {
  readonly title: string;
  readonly hint: string;
  readonly icon: 'table' | 'hand' | 'code' | 'loop';
  readonly text: string;
}

export interface ModelInfo {
  readonly id: string;
  readonly name: string;
  readonly demo: boolean;
  readonly prompts: readonly PromptCard[];
}

export interface ModelList {
  readonly models: readonly ModelInfo[];
  readonly default: string;
}

/** A provider as the settings show it. Its key never leaves the server. */
export interface ProviderInfo {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly needs: 'key' | 'base_url' | 'nothing';
  /** The variable that would hold its key. */
  readonly key_name: string;
  readonly connected: boolean;
  readonly from: 'environment' | 'settings' | null;
  /** The last characters of the key, to tell keys apart. */
  readonly key_end: string | null;
  readonly base_url: string | null;
  /** How many models it offers. */
  readonly models: number;
}

export interface ServerSettings {
  readonly providers: readonly ProviderInfo[];
}

/** Connects providers, after their keys were checked; null disconnects one. */
export const settingsRequest = z.strictObject({
  providers: z.record(
    z.string(),
    z.nullable(
      z.strictObject({
        api_key: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
        base_url: z.optional(z.url('must be an address such as http://127.0.0.1:8080/v1')),
      }),
    ),
  ),
});
export type SettingsRequest = z.infer<typeof settingsRequest>;

/** What every refused request gets: a stable code and a sentence that says what to do. */
export interface ApiProblem {
  readonly code: string;
  readonly message: string;
}

/** Why a decision was not taken; with the one that holds, when there is one. */
export interface DecisionProblem extends ApiProblem {
  readonly code: 'already_decided' | 'args_changed' | 'expired';
  readonly decision?: HitlDecision;
  readonly by?: string;
}
