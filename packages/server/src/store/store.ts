import type {
  ChatSummary,
  MessageRecord,
  RunEnd,
  RunEvent,
  SentMessage,
  StoredEvent,
} from '@millrace/engine';

/** `durable` is on disk before the call returns; `relaxed` may be lost when the machine loses power, never when the process dies. */
export type Durability = 'durable' | 'relaxed';

export interface RunRow {
  readonly id: string;
  readonly chatId: string;
  readonly model: string;
  readonly status: 'ready' | 'completed' | 'cancelled' | 'failed';
  readonly fence: number;
  /** The number of the newest event in the log; 0 when there is none. */
  readonly lastSeq: number;
}

export interface NewMessage {
  readonly commandId: string;
  readonly chatId: string;
  readonly messageId: string;
  readonly runId: string;
  readonly text: string;
  readonly model: string;
  readonly ts: number;
  /** What the page that asks knows. */
  readonly context?: Readonly<Record<string, unknown>>;
}

export type PostResult =
  | { readonly type: 'sent'; readonly sent: SentMessage; readonly fresh: boolean }
  | { readonly type: 'no_chat' }
  | { readonly type: 'run_active'; readonly runId: string };

/** The log of each run. Whoever appends holds the run's newest fence; an older fence is refused. */
export interface RunStore {
  getRun(runId: string): Promise<RunRow | undefined>;
  readyRuns(): Promise<string[]>;
  /** Raises the fence of a run that has not ended. Undefined when there is nothing to claim. */
  claimRun(runId: string): Promise<RunRow | undefined>;
  append(
    run: { readonly runId: string; readonly fence: number },
    events: readonly RunEvent[],
    ts: number,
    durability: Durability,
  ): Promise<StoredEvent[]>;
  /** Events after `afterSeq`, in order, at most `limit`. */
  readEvents(runId: string, afterSeq: number, limit: number): Promise<StoredEvent[]>;
  /** Appends the last event, writes the chat's message and closes the run, all in one transaction. */
  endRun(
    run: { readonly runId: string; readonly fence: number },
    end: RunEnd,
    record: Omit<MessageRecord, 'seq' | 'ts' | 'id'>,
    ts: number,
  ): Promise<StoredEvent>;
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
  close(): Promise<void>;
}

/** Another worker has claimed the run: stop at once, without any further effect. */
export class FencedError extends Error {
  readonly code = 'fenced';
  constructor(runId: string) {
    super(`Run ${runId} was claimed by another worker.`);
    this.name = 'FencedError';
  }
}
