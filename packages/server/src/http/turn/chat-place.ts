import type { MessageRecord } from '@millrace/engine/run';

/** A place in a chat that a person can go back to: right before a message. */
export interface ChatPlace {
  /** The number of that message. */
  readonly seq: number;
  /** The state of the workspace then; null when no run has changed it since. */
  readonly checkpointId: string | null;
}

/** The place before the message that a run answers; before its answer when it answers none itself. Pure. */
export function placeBefore(records: readonly MessageRecord[], runId: string): ChatPlace | undefined {
  const answer = records.findIndex(({ id, role }) => id === runId && role === 'assistant');
  if (answer < 0) return undefined;
  const first = records[answer - 1]?.role === 'user' ? answer - 1 : answer;
  const saved = records.slice(first).find(({ checkpoint_id }) => checkpoint_id !== undefined);
  return { seq: records[first]?.seq ?? 0, checkpointId: saved?.checkpoint_id ?? null };
}

/** The run that a checkpoint was made for. Pure. */
export function runOf(records: readonly MessageRecord[], checkpointId: string): string | undefined {
  return records.find(({ checkpoint_id }) => checkpoint_id === checkpointId)?.id;
}
