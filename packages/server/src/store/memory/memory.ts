import type { PolicyScope } from '@millrace/engine/approval';
import type { RestoreRow } from '../restore-store.ts';
import type { ChatEntry } from '../seal/message-records.ts';
import type { ApprovalRow, NewSession, RunRow } from '../store.ts';
import type { TitleFrom } from '../verbs/title-verbs.ts';

/** What a store in memory holds. Several stores may share one, as processes share a database. */
export interface Memory {
  /** The key that everything here is sealed with; undefined before the first use. */
  keyId: string | undefined;
  readonly chats: Map<string, MemoryChat>;
  readonly runs: Map<string, MemoryRun>;
  /** The answers of commands, as JSON. */
  readonly commands: Map<string, string>;
  readonly restores: Map<string, MemoryRestore>;
  /** By what each is about. */
  readonly rules: Map<string, MemoryRule>;
  /** What people want to be known of them, sealed, by id. */
  readonly kept: Map<string, string>;
  /** What may instruct models, sealed, by what it is about. */
  readonly trust: Map<string, string>;
  /** When each ends, by hash. */
  readonly tokens: Map<string, number>;
  readonly sessions: Map<string, NewSession>;
}

export interface MemoryChat {
  readonly id: string;
  /** Sealed, or empty. */
  title: string;
  titleFrom: TitleFrom;
  updatedAt: number;
  /** The run that has not ended and is not in the background. */
  runId: string | null;
  /** The event with the number 1 is the first. */
  readonly events: MemoryChatEvent[];
  /** Raised when messages are hidden or come back. */
  epoch: number;
}

export interface MemoryChatEvent {
  readonly kind: ChatEntry['kind'];
  readonly id: string;
  readonly sealed: string;
  readonly ts: number;
  /** The restore that hides it, or the branch that was left. */
  hiddenBy: string | null;
  /** The first message that stood in its place, where there are several. */
  fork: string | null;
}

export interface MemoryRestore {
  readonly row: Mutable<Omit<RestoreRow, 'result' | 'undoResult'>>;
  commandId: string;
  /** Sealed. */
  result: string | null;
  undoResult: string | null;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export interface MemoryRun {
  /** Its `lastSeq` is the length of the log. */
  readonly row: Mutable<Omit<RunRow, 'lastSeq'>>;
  readonly createdAt: number;
  /** It waits until its chat's floor is free. */
  wantsFloor: boolean;
  readonly log: {
    readonly type: string;
    readonly fence: number;
    readonly sealed: string;
    readonly ts: number;
  }[];
  /** In the order of asking. */
  readonly approvals: Map<string, MemoryApproval>;
}

export interface MemoryApproval {
  readonly row: Mutable<Omit<ApprovalRow, 'decision'>>;
  decision: string | null;
}

export interface MemoryRule {
  readonly id: string;
  readonly scope: PolicyScope;
  readonly owner: string;
  readonly createdAt: number;
  readonly sealed: string;
}

/** A run that nobody has claimed. */
export function newRun(
  ids: Pick<RunRow, 'id' | 'chatId' | 'model' | 'background'>,
  createdAt: number,
): MemoryRun {
  const free = { ...GIVEN_UP, wakeAt: null, cancelAt: null, cancelReason: null };
  const row = { ...ids, ...free, status: 'ready', fence: 0 } as const;
  return { row, createdAt, wantsFloor: false, log: [], approvals: new Map() };
}

/** What becomes of a row that has no owner any more. */
export const GIVEN_UP = { owner: null, leaseUntil: 0 };

/** Changes some fields of a row. */
export function change<T extends object>(row: T, fields: Partial<T>): void {
  Object.assign(row, fields);
}

export function createMemory(): Memory {
  return {
    keyId: undefined,
    chats: new Map(),
    runs: new Map(),
    commands: new Map(),
    restores: new Map(),
    rules: new Map(),
    kept: new Map(),
    trust: new Map(),
    tokens: new Map(),
    sessions: new Map(),
  };
}
