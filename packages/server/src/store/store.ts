import type { HitlDecision, StoredEvent } from '@millrace/engine';
import type { KeptRule } from '@millrace/engine/approval';
import type {
  AnswerSettings,
  AnswerSettingsRequest,
  ChatSummary,
  KeptMemory,
  MessageRecord,
  NewEvent,
  Revert,
  RunEnd,
  RunSettings,
  SentFile,
  SentMessage,
} from '@millrace/engine/run';
import type { PeopleStore, SessionStore } from './account.ts';
import type { BranchStore, ChatNameStore } from './branch-store.ts';
import type { CredentialStore } from './credential.ts';
import type { DeviceLinkStore } from './device-link.ts';
import type { FileStore } from './file-store.ts';
import type { ProjectStore } from './project-store.ts';
import type { QueueStore } from './queue-store.ts';
import type { RestoreStore } from './restore-store.ts';
import type { SheetStore } from './sheet-store.ts';
import type { TokenStore } from './token-store.ts';
import type { TrustedFile } from './trust-rows.ts';
import type { VaultStore } from './vault-store.ts';

/** `durable` is on disk before the call returns; `relaxed` may be lost when the machine loses power, never when the process dies. */
export type Durability = 'durable' | 'relaxed';

/** The claim of a worker on a run: the worker has its newest fence until it gives the run up or another worker claims it. */
export interface Claim {
  readonly runId: string;
  readonly fence: number;
}

/** A claim holds until `now + leaseMs`. The store reads no clock. */
export interface Lease {
  readonly owner: string;
  readonly now: number;
  readonly leaseMs: number;
}

/** A run, as the store keeps it. */
export interface RunRow {
  readonly id: string;
  readonly chatId: string;
  readonly model: string;
  /** A run that is `waiting` waits for a person or for its chat's floor: no process, lease or timer is held. */
  readonly status: 'ready' | 'waiting' | 'completed' | 'cancelled' | 'failed';
  readonly fence: number;
  /** The number of the newest event in the log; 0 when there is none. */
  readonly lastSeq: number;
  readonly owner: string | null;
  readonly leaseUntil: number;
  /** When a waiting run can be claimed although nobody came. */
  readonly wakeAt: number | null;
  /** When a person first asked to stop it. */
  readonly cancelAt: number | null;
  /** The reason: the person wrote a message instead of deciding. Null when none was given. */
  readonly cancelReason: 'message' | null;
  /** True when it works beside the chat's current run, and is not shown there until it takes the floor. */
  readonly background: boolean;
  /** The folder that it works in, from the root of the workspace, where that is not all of it. */
  readonly folder?: string;
}

/** A question to a person, as the store keeps it. */
export interface ApprovalRow {
  readonly id: string;
  readonly runId: string;
  /** The number of its request in the log. */
  readonly seq: number;
  readonly step: number;
  readonly toolUseId: string;
  readonly tool: string;
  /** `cancelled`: its run ended before anybody decided. `expired`: its time ran out. */
  readonly status: 'pending' | 'decided' | 'cancelled' | 'expired';
  readonly decision: HitlDecision | null;
  readonly decidedBy: string | null;
  readonly askedAt: number;
  readonly decidedAt: number | null;
  /** The time after which it can no longer be decided. */
  readonly expiresAt: number | null;
}

/** A message to keep, with the run that will answer it. */
export interface NewMessage {
  readonly commandId: string;
  readonly chatId: string;
  readonly messageId: string;
  readonly runId: string;
  readonly text: string;
  readonly model: string;
  readonly ts: number;
  /** The device that asks. */
  readonly actor?: string;
  /** Facts of the page that asks. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** The mode of the chat from here on. */
  readonly mode?: string;
  /** Whole uploads, or files of the chat. */
  readonly files?: readonly SentFile[];
  /** The message of the person that this one replaces; its context, mode and files are kept, unless given. */
  readonly insteadOf?: string;
}

/** The answer to a message. */
export type PostResult =
  | { readonly type: 'sent'; readonly sent: SentMessage; readonly fresh: boolean }
  | { readonly type: 'no_chat' }
  /** There is no message that it could replace. */
  | { readonly type: 'no_message' }
  /** A file is not there, not whole, or belongs to another chat. */
  | { readonly type: 'no_file'; readonly id: string }
  /** The chat's project, or its place in one, was changed or damaged: where the run should work is not known. */
  | { readonly type: 'unreadable_project' }
  | { readonly type: 'run_active'; readonly runId: string };

/** A person's answer to an approval. `argsHash` says which arguments the person saw. */
export interface NewDecision {
  readonly commandId: string;
  readonly runId: string;
  readonly approvalId: string;
  readonly argsHash: string;
  readonly decision: HitlDecision;
  readonly by: string;
  /** The device's name for people. */
  readonly from?: string;
  readonly ts: number;
}

/** The answer to a decision. */
export type DecideResult =
  | { readonly type: 'decided'; readonly event: StoredEvent; readonly fresh: boolean }
  | {
      readonly type: 'already_decided';
      readonly decision: HitlDecision;
      readonly by: string;
      readonly from?: string;
    }
  | { readonly type: 'args_changed' }
  | { readonly type: 'expired' }
  /** "Always" was said, but the request offers no such rule. */
  | { readonly type: 'no_rule' }
  | { readonly type: 'no_approval' };

/** A person's wish to stop a run. */
export interface CancelCommand {
  readonly commandId: string;
  readonly runId: string;
  readonly ts: number;
  readonly reason?: 'message';
}

/** A person's wish that an answer goes on that was not finished. */
export interface ContinueCommand {
  readonly commandId: string;
  readonly runId: string;
  /** The number of the newest record of the answer that the person saw. */
  readonly rev: number;
  /** The device that asks. */
  readonly by?: string;
  readonly ts: number;
}

/** The answer to that wish. `fresh` is false when the answer went on before. */
export type ContinueResult =
  | { readonly type: 'continued'; readonly fresh: boolean }
  | { readonly type: 'no_run' }
  /** A message follows it, or it is not shown. */
  | { readonly type: 'not_last' }
  /** Nothing is missing from it, or the model refused. */
  | { readonly type: 'finished' }
  /** A call of it is being undone. */
  | { readonly type: 'busy' }
  | { readonly type: 'run_active'; readonly runId: string };

/** A run that continues another run's call in the background. Its first claim, with fence 1, has this lease. */
export interface FollowUp {
  readonly runId: string;
  readonly events: readonly NewEvent[];
  readonly lease: Lease;
}

/** The events of the run that hands over, and the run that continues. */
export interface HandedOver {
  readonly events: StoredEvent[];
  readonly run: RunRow;
}

/** The last event of a run, and the run that may begin or go on now: one that waited for the chat's floor, or of a message that waited. */
export interface EndedRun {
  readonly event: StoredEvent;
  readonly woken: string | null;
}

/** A finished answer before it has its place in the chat. Its id is the run's. */
export type Answer = Omit<MessageRecord, 'seq' | 'ts' | 'id'>;

/**
 * The log of each run. A worker that appends holds the run's newest fence and knows the whole log:
 * an older fence is refused with FencedError, an older log with `behind`, and neither leaves anything.
 */
export interface RunStore {
  getRun(runId: string): Promise<RunRow | undefined>;
  /** Runs to work on: ready with no lease that holds at `now`, or waiting with `wakeAt <= now`. Oldest first. */
  claimableRuns(now: number, limit: number): Promise<RunRow[]>;
  /**
   * Raises the fence, takes the lease and makes the run ready. Durable.
   * Undefined when it has ended, waits, or the lease of another owner holds.
   */
  claimRun(runId: string, lease: Lease): Promise<RunRow | undefined>;
  /** Extends the lease, and returns the state of the run: somebody may have asked to cancel it. */
  renew(claim: Claim, lease: Lease): Promise<RunRow>;
  /** Hands the run over: no lease, still ready. Does nothing when it is no longer ours. */
  release(claim: Claim): Promise<void>;
  /**
   * Lets the run wait for a person, and gives it up. False when there is something new that the worker does not know,
   * an event behind `seq` or the wish to cancel: look again.
   */
  park(claim: Claim, seq: number, wakeAt: number | null): Promise<boolean>;
  /** Appends behind `seq`, the last event that the worker knows. `behind` when the log has more: read it and try again. */
  append(
    claim: Claim,
    seq: number,
    events: readonly NewEvent[],
    ts: number,
    durability: Durability,
  ): Promise<StoredEvent[] | 'behind'>;
  /** As `append`, durable, and keeps each `approval_request` among the events for a person to decide, until its `expires_at`. */
  ask(
    claim: Claim,
    seq: number,
    events: readonly NewEvent[],
    ts: number,
    step: number,
  ): Promise<StoredEvent[] | 'behind'>;
  /** As `append`, durable, and closes those of these approvals that nobody has decided: their time is over. */
  expire(
    claim: Claim,
    seq: number,
    events: readonly NewEvent[],
    ts: number,
    approvalIds: readonly string[],
  ): Promise<StoredEvent[] | 'behind'>;
  /**
   * Writes a person's answer into the log and makes the run ready, without a claim, once for each approval.
   * `approve_always` keeps the offered rule as well. The same command gives the same answer again.
   */
  decide(decision: NewDecision): Promise<DecideResult>;
  /**
   * Notes that a person wants the run to stop, and makes it ready if it waits; asking twice changes nothing, and the
   * first reason counts.
   * A run that has ended is returned as it is. Undefined when there is no such run.
   */
  requestCancel(command: CancelCommand): Promise<RunRow | undefined>;
  /**
   * Takes back the end of a run whose answer was not finished and is the chat's last message: appends `continue`, forgets the wish to
   * cancel, and makes the run ready, without a claim. Once for each record that it left.
   */
  continueRun(command: ContinueCommand): Promise<ContinueResult>;
  /** Events after `afterSeq`, in order, at most `limit`. */
  readEvents(runId: string, afterSeq: number, limit: number): Promise<StoredEvent[]>;
  /**
   * As `append`, durable, and makes the run that continues a call, in the same chat, with the same model, in the
   * background, claimed by its lease.
   */
  handOver(
    claim: Claim,
    seq: number,
    events: readonly NewEvent[],
    ts: number,
    followUp: FollowUp,
  ): Promise<HandedOver | 'behind'>;
  /**
   * Brings a background run to the front. `taken`: it is the chat's current run. `parked`: another one is; this
   * one is given up and waits, and is made ready when its turn has come. `behind`, as when `park` returns false: look again.
   */
  takeFloor(claim: Claim, seq: number): Promise<'taken' | 'parked' | 'behind'>;
  /**
   * Appends the last event, writes the chat's message, closes the run and its questions, all in one transaction.
   * When nobody has the chat's floor then, the oldest run that waits for it is made ready, else the first message that waits is sent.
   */
  endRun(claim: Claim, seq: number, end: RunEnd, record: Answer, ts: number): Promise<EndedRun | 'behind'>;
  /**
   * Takes a run that has ended, to undo something in it: raises the fence and takes the lease. Durable. Undefined when it has not
   * ended, or another worker's lease on it holds. A worker that crashes loses it when the lease ends.
   */
  claimEnded(runId: string, lease: Lease): Promise<RunRow | undefined>;
  /**
   * Writes the outcome behind the end of the log and into the chat, durable, and gives the run up; without an event it only
   * gives it up. FencedError when the worker no longer has it.
   */
  endRevert(claim: Claim, event: Revert | null, ts: number): Promise<StoredEvent | undefined>;
  /** The questions of a run, in the order of asking. */
  readApprovals(runId: string): Promise<ApprovalRow[]>;
}

/** Chats and their finished messages. */
export interface ChatStore {
  /** Makes a chat, in a project if one is given. One that is there stays as it is. */
  createChat(chatId: string, ts: number, projectId?: string): Promise<void>;
  listChats(): Promise<ChatSummary[]>;
  getChat(chatId: string): Promise<ChatSummary | undefined>;
  /** Keeps a person's message and makes the run that answers it. The same command gives the same answer again. */
  postMessage(message: NewMessage): Promise<PostResult>;
  /** The messages that came or changed after `afterSeq`, as they are now: of the branch that is shown, without those that a restore has hidden. */
  readMessages(chatId: string, afterSeq: number): Promise<MessageRecord[]>;
}

/** The place where a call is made. */
export interface RulePlace {
  readonly chatId: string;
  /** The path of the workspace. */
  readonly workspace: string;
}

/** Keeps the facts that people want models to know about them, by app and name. */
export interface KeptMemoryStore {
  /** Keeps a memory. One with the same app and name is replaced. */
  putMemory(memory: KeptMemory): Promise<void>;
  /** All of them, by app and name. */
  listMemories(): Promise<KeptMemory[]>;
  /** False when there is none. */
  deleteMemory(app: string, name: string): Promise<boolean>;
}

/** The outcome of a change: what holds now, or why nothing changed. */
export type ChangedAnswers = AnswerSettings | 'no_chat' | 'too_many';

/** Keeps how models answer: instructions and settings, of the account and of chats. */
export interface AnswerStore {
  /** Of a chat, or without one of the account. Empty when nothing was kept. */
  readAnswers(chatId?: string): Promise<AnswerSettings>;
  /** Changes what the request names, and raises `rev`. A null takes a setting away. */
  changeAnswers(chatId: string | undefined, change: AnswerSettingsRequest): Promise<ChangedAnswers>;
  /** The settings of a run, as they were when its message was kept. */
  readRunSettings(runId: string): Promise<RunSettings>;
}

/** Keeps the rules by which people have allowed or forbidden calls. */
export interface RuleStore {
  /** Keeps a rule. One with the same scope, owner and id is replaced, and stays as old as it was. */
  putRule(rule: KeptRule): Promise<void>;
  /** The user's rules, the chat's and the workspace's, oldest first, then by id. */
  readRules(place: RulePlace): Promise<KeptRule[]>;
  /** All rules, in the same order. */
  listRules(): Promise<KeptRule[]>;
  /** Forgets every rule with this id. False when there was none. */
  deleteRule(id: string): Promise<boolean>;
}

/** Which files of a workspace the person lets instruct models, each in one version. */
export interface TrustStore {
  readTrust(workspace: string): Promise<readonly TrustedFile[]>;
  /** Adds files to those that are trusted. */
  trustFiles(workspace: string, files: readonly TrustedFile[]): Promise<void>;
  /** Stops trusting all of them. */
  dropTrust(workspace: string): Promise<void>;
}

/** Everything that an account keeps. */
export interface Store
  extends RunStore,
    ChatStore,
    BranchStore,
    ChatNameStore,
    ProjectStore,
    QueueStore,
    RestoreStore,
    SheetStore,
    FileStore,
    RuleStore,
    KeptMemoryStore,
    AnswerStore,
    TrustStore {}

/** Everything that a server keeps. */
export interface ServerStore extends SessionStore, PeopleStore, CredentialStore, TokenStore, DeviceLinkStore {
  /** The store of one account: the same object each time. It sees nothing of any other. */
  of(account: string): Store;
  /** The vault of one account: the same object each time. */
  vaultOf(account: string): VaultStore;
  /** Puts the keys of open runs under a new capsule key, and deletes the older ones. For the start of a server, and once a day. */
  freshenCapsules(): Promise<void>;
  /** Seals some rows of an older version again with the keys of their people, in 32 short transactions unless told. Returns how many chats still wait; 0 when nothing is left. */
  sealAgain(transactions?: number): Promise<number>;
  /** Tests the store: writes as much as a step of a run may need, durable, and deletes it. Rejects when that fails. */
  check(): Promise<void>;
  close(): Promise<void>;
}
