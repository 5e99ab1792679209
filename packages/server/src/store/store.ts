import type {
  ChatSummary,
  HitlDecision,
  MessageRecord,
  RunEnd,
  RunEvent,
  SentMessage,
  StoredEvent,
} from '@millrace/engine';

/** `durable` is on disk before the call returns; `relaxed` may be lost when the machine loses power, never when the process dies. */
export type Durability = 'durable' | 'relaxed';

/** Who works on a run: its newest fence is ours until we give it up or somebody claims it again. */
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

export interface RunRow {
  readonly id: string;
  readonly chatId: string;
  readonly model: string;
  /** A run that is `waiting` waits for a person: no process, lease or timer is held. */
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
}

export interface ApprovalRow {
  readonly id: string;
  readonly runId: string;
  readonly step: number;
  readonly toolUseId: string;
  readonly tool: string;
  readonly argsHash: string;
  /** `cancelled`: its run ended before anybody decided. */
  readonly status: 'pending' | 'decided' | 'cancelled';
  readonly decision: HitlDecision | null;
  readonly decidedBy: string | null;
  readonly askedAt: number;
  readonly decidedAt: number | null;
  /** From then on nobody can decide it any more. */
  readonly expiresAt: number | null;
}

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
  /** What the page that asks knows. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** The mode that the chat is in from now on. */
  readonly mode?: string;
}

export type PostResult =
  | { readonly type: 'sent'; readonly sent: SentMessage; readonly fresh: boolean }
  | { readonly type: 'no_chat' }
  | { readonly type: 'run_active'; readonly runId: string };

/** A person's answer to an approval. `argsHash` says which arguments the person saw. */
export interface NewDecision {
  readonly commandId: string;
  readonly runId: string;
  readonly approvalId: string;
  readonly argsHash: string;
  readonly decision: HitlDecision;
  readonly by: string;
  readonly ts: number;
}

export type DecideResult =
  | { readonly type: 'decided'; readonly event: StoredEvent; readonly fresh: boolean }
  | { readonly type: 'already_decided'; readonly decision: HitlDecision; readonly by: string }
  | { readonly type: 'args_changed' }
  | { readonly type: 'expired' }
  | { readonly type: 'no_approval' };

/** A finished answer before it has its place in the chat. Its id is the run's. */
export type Answer = Omit<MessageRecord, 'seq' | 'ts' | 'id'>;

/**
 * The log of each run. Whoever appends holds the run's newest fence and knows the whole log:
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
  /** Makes the lease longer, and tells what became of the run: somebody may have asked to cancel it. */
  renew(claim: Claim, lease: Lease): Promise<RunRow>;
  /** Hands the run over: no lease, still ready. Does nothing when it is no longer ours. */
  release(claim: Claim): Promise<void>;
  /**
   * Lets the run wait for a person, and gives it up. False when something came that the worker does not know,
   * an event behind `seq` or the wish to cancel: look again.
   */
  park(claim: Claim, seq: number, wakeAt: number | null): Promise<boolean>;
  /** Appends behind `seq`, the last event that the worker knows. `behind` when the log has more: read it and try again. */
  append(
    claim: Claim,
    seq: number,
    events: readonly RunEvent[],
    ts: number,
    durability: Durability,
  ): Promise<StoredEvent[] | 'behind'>;
  /** As `append`, durable, and keeps each `approval_request` among the events for a person to decide. */
  ask(
    claim: Claim,
    seq: number,
    events: readonly RunEvent[],
    ts: number,
    expiresAt: number | null,
    step: number,
  ): Promise<StoredEvent[] | 'behind'>;
  /**
   * Writes a person's answer into the log and makes the run ready, without a claim, once for each approval.
   * The same command gives the same answer again.
   */
  decide(decision: NewDecision): Promise<DecideResult>;
  /**
   * Notes that a person wants the run to stop, and makes it ready if it waits; once is as good as twice.
   * A run that has ended is given back as it is. Undefined when there is no such run.
   */
  requestCancel(command: {
    readonly commandId: string;
    readonly runId: string;
    readonly ts: number;
  }): Promise<RunRow | undefined>;
  /** Events after `afterSeq`, in order, at most `limit`. */
  readEvents(runId: string, afterSeq: number, limit: number): Promise<StoredEvent[]>;
  /** Appends the last event, writes the chat's message, closes the run and what it asked, all in one transaction. */
  endRun(claim: Claim, seq: number, end: RunEnd, record: Answer, ts: number): Promise<StoredEvent | 'behind'>;
  /** What a run has asked, in the order of asking. */
  readApprovals(runId: string): Promise<ApprovalRow[]>;
}

/** Chats and their finished messages. */
export interface ChatStore {
  createChat(chatId: string, ts: number): Promise<void>;
  listChats(): Promise<ChatSummary[]>;
  getChat(chatId: string): Promise<ChatSummary | undefined>;
  /** Keeps a person's message and makes the run that answers it. The same command gives the same answer again. */
  postMessage(message: NewMessage): Promise<PostResult>;
  readMessages(chatId: string, afterSeq: number): Promise<MessageRecord[]>;
}

/** Who may come in. Only hashes are kept. */
export interface SessionStore {
  putToken(hash: string, expiresAt: number): Promise<void>;
  /** True once for each token that was put and has not expired. */
  takeToken(hash: string, now: number): Promise<boolean>;
  putSession(hash: string, expiresAt: number): Promise<void>;
  hasSession(hash: string, now: number): Promise<boolean>;
  dropSession(hash: string): Promise<void>;
}

export interface Store extends RunStore, ChatStore, SessionStore {
  /** Writes as much as a step of a run may need, durable, and forgets it: rejects when the store can't take it. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The run is no longer ours: it was given up, claimed by another worker, or has ended. Stop at once, without any further effect. */
export class FencedError extends Error {
  readonly code = 'fenced';
  constructor(runId: string) {
    super(`Run ${runId} is no longer ours.`);
    this.name = 'FencedError';
  }
}

/**
 * What can befall a store that worked before: no room, held by another process, not to be written, damaged, out of reach,
 * or something else that the database reports of its disk.
 */
export type StoreErrorCode =
  | 'store_full'
  | 'store_locked'
  | 'store_read_only'
  | 'store_corrupt'
  | 'store_lost'
  | 'store_failed';

/**
 * The store can't do its work for now. The message is one line that says the fix. Nobody knows what became of the write
 * that was under way: claim again before the next.
 */
export class StoreError extends Error {
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreError';
    this.code = code;
  }
}

/** The connection was lost. */
export class StoreLostError extends StoreError {
  constructor(what: string, cause: unknown) {
    super('store_lost', `${what} It will be tried again.`, cause);
    this.name = 'StoreLostError';
  }
}
