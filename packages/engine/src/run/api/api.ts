import * as z from 'zod/mini';
import type { HitlDecision } from '../../approval/hitl-decision.ts';
import type { KeptRule } from '../../approval/policy-rule.ts';
import type { ContentBlock, MessageError, TokenUsage } from '../../message/message.ts';
import type { UnusualStop } from '../../message/stop-reason.ts';
import type { RunTool } from '../apply-tool-event.ts';
import { hitlDecision, ruleBody } from '../run-event-schemas.ts';
import type {
  CondensedContext,
  ContextFill,
  CustomPayload,
  EarlierWords,
  ProposedChange,
  SeenFiles,
  SuggestedAction,
  SuggestedValue,
} from '../run-events.ts';
import { type MessageFile, sentFiles } from './file-api.ts';
import { id, line } from './id-schema.ts';
import { LONGEST_MESSAGE } from './longest-message.ts';
import type { Project } from './project-api.ts';

// Shapes that cross the network. The server checks what comes in; the client trusts its own server.

const withinMost = z.maxLength(LONGEST_MESSAGE, 'must be 400,000 characters at most');

/** The page key of a session: the half that no cookie carries. Send it with every request in `KEY_HEADER`. */
export interface SignInAnswer {
  readonly key: string;
}
/** A link that signs another device in, once; none where no other device can reach the server by https. */
export interface SignInLink {
  readonly reachable: boolean;
  readonly url?: string | undefined;
  /** When it ends, in milliseconds since 1970. */
  readonly expires_at?: number | undefined;
}
/** The schema of a request that makes a chat, in a project if it names one. */
export const createChatRequest = z.strictObject({ id: z.optional(id), project_id: z.optional(id) });
const sent = {
  command_id: id,
  text: z.string().check(withinMost),
  /** The files to send with it. A message that has some needs no words. One that replaces another keeps its files, unless given. */
  files: z.optional(sentFiles),
  model: z.optional(z.string().check(z.maxLength(200))),
  /** The mode that the chat is in from now on. */
  mode: z.optional(z.string().check(z.maxLength(100))),
};
interface Said {
  readonly text: string;
  readonly files?: readonly unknown[] | undefined;
}
const saysSomething = z.refine<Said>(({ text, files = [] }) => files.length > 0 || /\S/.test(text), {
  error: 'must not be empty',
  path: ['text'],
});
/** The schema of `SendMessageRequest`. */
export const sendMessageRequest = z
  .strictObject({
    ...sent,
    /** The message of the person that this one replaces, as another branch. */
    instead_of: z.optional(id),
  })
  .check(saysSomething);
/** The schema of `QueueMessageRequest`. */
export const queueMessageRequest = z.strictObject(sent).check(saysSomething);
/** Shows the branch that has this message. */
export const chooseBranchRequest = z.strictObject({ command_id: id, message_id: id });
/** A request to show another branch of a chat. */
export type ChooseBranchRequest = z.infer<typeof chooseBranchRequest>;
/** The schema of a request that tells how far a person has read: the `seq` of a message. */
export const readChatRequest = z.strictObject({ seq: z.int().check(z.gte(0)) });
/** The schema of a request to cancel a run. */
export const cancelRequest = z.strictObject({ command_id: z.optional(id) });

/** Lets a run go on that has ended. `rev` is the number of its newest record that the person saw: one that is older is answered already. */
export const continueRequest = z.strictObject({ command_id: id, rev: z.int().check(z.nonnegative()) });
/** A request to continue an answer that was not finished. */
export type ContinueRequest = z.infer<typeof continueRequest>;

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
/** A decision about a call that waits for a person. */
export type DecisionRequest = z.infer<typeof decisionRequest>;

/** The input that a person is writing instead of the one that was asked about. */
export const editPreviewRequest = z.strictObject({
  approval_id: z.string().check(z.minLength(1), z.maxLength(200)),
  args: z.record(z.string(), z.unknown()),
});
/** A request for the changes that an edited call would make. */
export type EditPreviewRequest = z.infer<typeof editPreviewRequest>;

/** The changes that an edited call would make in files; null when they can't be told before it runs. */
export interface EditPreview {
  readonly change: ProposedChange | null;
}

/** The files that a call changed, as it found and left them. `before` is null where there was no text. */
export interface CallFiles {
  readonly files: readonly {
    readonly path: string;
    readonly before: string | null;
    readonly after: string;
  }[];
}

/** Undoes one call of a run, or without `tool_use_id` all that can be undone, the newest first. */
export const revertRequest = z.strictObject({
  command_id: id,
  tool_use_id: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});
/** A request to undo calls of a run. */
export type RevertRequest = z.infer<typeof revertRequest>;

/** The outcome for one call that was to be undone. */
export type RevertOutcome = 'reverted' | 'already' | 'failed' | 'not_revertible';

/** The outcome for one call that was to be undone, in the words of its tool. */
export interface RevertedCall {
  readonly tool_use_id: string;
  readonly tool: string;
  readonly outcome: RevertOutcome;
  readonly message?: string;
}

/** The number of calls with each outcome, and each call, in the order in which they were undone. */
export interface RevertAnswer extends Readonly<Record<RevertOutcome, number>> {
  readonly calls: readonly RevertedCall[];
}

/** A decision that was accepted, and its position in the run's log. */
export interface DecisionAnswer {
  readonly approval_id: string;
  readonly decision: HitlDecision;
  readonly by: string;
  readonly from?: string;
  readonly seq: number;
  readonly ts: number;
}

/** The request of a chat that asks and reads in one call. */
export const chatRequest = z.object({
  message: z.string().check(withinMost),
  context: z.optional(z.record(z.string(), z.unknown())),
  interaction_type: z.optional(z.enum(['text_input', 'value_selected', 'action_executed'])),
  action_metadata: z.optional(
    z.object({ action_identifier: z.string(), action_data: z.optional(z.unknown()) }),
  ),
  conversation_id: z.optional(id),
  model: z.optional(z.string().check(z.maxLength(200))),
  /** The mode that the chat is in from now on. */
  mode: z.optional(z.string().check(z.maxLength(100))),
  /** Asks once, however often it is sent. */
  command_id: z.optional(id),
});
/** A message to a chat that is read as chat events. */
export type ChatRequest = z.infer<typeof chatRequest>;

/** The schema of a request of `useChat` of the AI SDK. Other fields and parts are let through and not read. */
export const aiSdkChatRequest = z.object({
  id,
  messages: z.array(
    z.object({
      id: z.string(),
      role: z.string(),
      parts: z.array(
        z.object({
          type: z.string(),
          text: z.optional(z.string()),
          /** Of a call: `approval-responded` once the person has decided. */
          state: z.optional(z.string()),
          input: z.optional(z.unknown()),
          approval: z.optional(
            z.object({
              id,
              approved: z.optional(z.boolean()),
              reason: z.nullish(z.string().check(z.maxLength(10_000))),
            }),
          ),
        }),
      ),
    }),
  ),
  trigger: z.optional(z.enum(['submit-message', 'regenerate-message'])),
  messageId: z.nullish(z.string()),
  model: z.optional(z.string().check(z.maxLength(200))),
});
/** A request of `useChat` of the AI SDK. */
export type AiSdkChatRequest = z.infer<typeof aiSdkChatRequest>;

/** A message to a chat. */
export type SendMessageRequest = z.infer<typeof sendMessageRequest>;
/** A message that is sent when nothing is at work in its chat. */
export type QueueMessageRequest = z.infer<typeof queueMessageRequest>;

/** The answer to a message: its id, and that of the run that answers it. */
export interface SentMessage {
  readonly message_id: string;
  readonly run_id: string;
}

/** A rule that is written by hand. `chat_id` is for a rule of one chat. */
export const newRuleRequest = z.strictObject({
  ...ruleBody.shape,
  chat_id: z.optional(id),
});
/** A rule to keep. */
export type NewRuleRequest = z.infer<typeof newRuleRequest>;

/** A rule as a person reads it. */
export interface RuleInfo extends KeptRule {
  readonly text: string;
  /** True when the tool that it is about runs commands. */
  readonly commands?: true;
}

/** The kept rules. */
export interface RuleList {
  readonly rules: readonly RuleInfo[];
}

/** The title, description and image that a page gives of itself. `image` is an address of this server. */
export interface LinkPreview {
  /** The page's address, without its tracking parameters. */
  readonly url: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly site: string | null;
  /** The address of its picture; `GET /api/preview/image` fetches it. */
  readonly image: string | null;
}

/** A fact that a person wants models to know about them. */
export const memoryRequest = z.strictObject({
  app: line(60),
  name: line(200),
  value: z.string().check(z.maxLength(20_000, 'must be 20,000 characters at most')),
});
/** A memory to keep. */
export type MemoryRequest = z.infer<typeof memoryRequest>;

/** A memory that a person keeps, with the time of its last change. */
export interface KeptMemory extends MemoryRequest {
  readonly updated_at: number;
}

/** The kept memories. */
export interface MemoryList {
  readonly memories: readonly KeptMemory[];
}

/** A file of the workspace that would instruct models. */
export interface InstructionInfo {
  /** The path from the root of the workspace. */
  readonly path: string;
  /** The hash of its bytes: another content is another version. */
  readonly version: string;
  readonly text: string;
  /** True when the person lets this version of it instruct models. */
  readonly used: boolean;
}

/** The facts about the workspace that the page shows. */
export interface WorkspaceInfo {
  readonly instructions: readonly InstructionInfo[];
  /** How commands run: as the person, in a sandbox, or not at all. */
  readonly commands: 'person' | 'sandbox' | 'none';
}

/** Files that the person has read, each in the version that was shown. */
export const useInstructionsRequest = z.strictObject({
  files: z.array(z.strictObject({ path: line(4096), version: line(200) })).check(z.maxLength(500)),
});
/** A request to let files of the workspace instruct models, or not. */
export type UseInstructionsRequest = z.infer<typeof useInstructionsRequest>;

/** An action that a message offered and the server performs. */
export const actionRequest = z.strictObject({
  command_id: id,
  chat_id: id,
  action: z.string().check(z.minLength(1), z.maxLength(200)),
  label: z.optional(z.string().check(z.maxLength(1000))),
  data: z.optional(z.unknown()),
  model: z.optional(z.string().check(z.maxLength(200))),
});
/** A request to run an action of the server. */
export type ActionRequest = z.infer<typeof actionRequest>;

/** The answer to an action: its result, and the message that was posted with it. */
export interface ActionAnswer extends SentMessage {
  /** The text that the action returned. */
  readonly result: string;
}

/** A mode that a chat may work in. */
export interface ModeInfo {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
}

/** The modes, and the one that new chats get. */
export interface ModeList {
  readonly modes: readonly ModeInfo[];
  readonly default: string;
}

/** A device that has the app open. */
export interface OpenDevice {
  readonly id: string;
  readonly name: string;
}

/** Changes of the chat list: lines and projects that changed, those that were deleted, and the other devices, when they changed. */
export interface ChatChanges {
  readonly chats: readonly ChatSummary[];
  readonly gone?: readonly string[];
  readonly projects?: readonly Project[];
  readonly gone_projects?: readonly string[];
  readonly devices?: readonly OpenDevice[];
  /** Another number: the account's instructions or settings changed. */
  readonly settings_rev?: number;
  /** Another number: the models or their providers changed. */
  readonly models_rev?: number;
  /** Another number than before: something about the vault, or a link that adds a device, is new. */
  readonly vault_rev?: number;
}

/** A line of the chat list. `seq` is the chat's newest message event; `run_id` is the current run. */
export interface ChatSummary {
  readonly id: string;
  readonly title: string;
  readonly updated_at: number;
  readonly seq: number;
  /** When it changes, messages were hidden or came back: read them all again. */
  readonly epoch: number;
  readonly run_id: string | null;
  /** True when that run waits for a person. */
  readonly waiting: boolean;
  /** Pinned chats stand first. */
  readonly pinned?: true;
  /** Archived chats stand last, out of sight. */
  readonly archived?: true;
  /** The project that it is in; absent when it is in none. */
  readonly project_id?: string;
  /** Another number: its instructions or settings changed. None while it has none of its own. */
  readonly settings_rev?: number;
  /** When it grows, a version of a table was saved. Absent when there is none. */
  readonly edits?: number;
  /** The ids of the messages that wait for their turn, in order. Absent when none waits. */
  readonly queued?: readonly string[];
  /** Set while nobody has read its newest answer: `problem` when that failed. */
  readonly unread?: 'answer' | 'problem';
}

/** The part of a call that a finished message keeps beside its blocks. */
export type CallRecord = Omit<
  RunTool,
  'input' | 'key' | 'begun' | 'progress' | 'approval' | 'question' | 'answer' | 'images' | 'paused_since'
>;

/** The part of a sub-agent's work that a finished message keeps. Its id is that of the call that opened it. */
export interface SpanRecord {
  readonly id: string;
  readonly content: readonly ContentBlock[];
}

/** The state of a finished message. */
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
  /** The outcome of each call among them, as far as the log has it, and whether it can be or was undone. */
  readonly tools?: readonly CallRecord[];
  /** The work of its sub-agents. */
  readonly spans?: readonly SpanRecord[];
  /** Tokens of all its model calls. */
  readonly usage?: TokenUsage;
  /** How full the model's window was at the end. */
  readonly fill?: ContextFill;
  /** The summary that the model reads from here on instead of the earlier messages. */
  readonly condensed?: CondensedContext;
  readonly suggested_values?: readonly SuggestedValue[];
  readonly suggested_actions?: readonly SuggestedAction[];
  readonly custom_payload?: CustomPayload;
  /** The mode of the chat from here on, where it was chosen or changed. */
  readonly mode?: string;
  /** The files that the person sent with it; only on a person's message. */
  readonly files?: readonly MessageFile[];
  /** The facts that the page sent with a person's message. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** How long the run took, in milliseconds; only on an assistant's message. */
  readonly took_ms?: number;
  /** How much of that was work, and how much waiting for a person. The rest was neither: the server was down. */
  readonly worked_ms?: number;
  readonly waited_ms?: number;
  /** The checkpoint of the workspace before its first change; only on an assistant's message. */
  readonly checkpoint_id?: string;
  /** Why the model stopped, unless it simply finished; only on an assistant's message that is completed. */
  readonly stop?: UnusualStop;
  /** `retry_after`: the number of seconds that the provider asks to wait. */
  readonly error?: MessageError;
  /** The words that had been shown and that the text does not have, because a part of it was begun again. */
  readonly earlier?: readonly EarlierWords[];
  /** How often its run was continued. */
  readonly continued?: number;
  /** The versions of this message, itself among them, oldest first; only on a person's message that has others. */
  readonly branches?: readonly string[];
  /** The number in the chat of the newest change to this message; the record with the higher number wins. */
  readonly rev?: number;
  /** Versions of files that the model knew at the end. Stays on the server. */
  readonly seen?: SeenFiles;
}

/** The answer to every refused request: a stable code and a sentence that says what to do. */
export interface ApiProblem {
  readonly code: string;
  readonly message: string;
}

/** Why a decision was refused, with the one that was made before, if there is one. */
export interface DecisionProblem extends ApiProblem {
  readonly code: 'already_decided' | 'args_changed' | 'expired' | 'no_rule' | 'bad_edit';
  readonly decision?: HitlDecision;
  readonly by?: string;
  readonly from?: string;
}
