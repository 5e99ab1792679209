import { readStopDetails, type StopDetails, type StopReason } from '@millrace/engine/message';

/** Why a message is over, in the words of the log. */
export interface Stop {
  readonly reason: StopReason;
  readonly details?: StopDetails | undefined;
}

/** The meaning of a provider's names. */
export type StopTable = ReadonlyMap<string, StopReason | StopDetails['type']>;

/** The provider's other words about the end. */
export interface StopWords {
  readonly category?: string | undefined;
  readonly explanation?: string | undefined;
}

const REASONS: Readonly<Record<StopDetails['type'], StopReason>> = {
  refusal: 'refusal',
  content_filter: 'refusal',
  malformed_call: 'other',
  other: 'other',
};

/** The stop that a provider names; a name that no table has is kept as it is, and is `other`. Pure. */
export function namedStop(table: StopTable, name: string, words: StopWords = {}): Stop {
  const meant = table.get(name) ?? 'other';
  if (!isType(meant)) return { reason: meant };
  return { reason: REASONS[meant], details: readStopDetails({ type: meant, reason: name, ...words }) };
}

function isType(meant: StopReason | StopDetails['type']): meant is StopDetails['type'] {
  return Object.hasOwn(REASONS, meant);
}

/** The fields of a `message_delta`. */
export function stopDelta({ reason, details }: Stop): {
  readonly stop_reason: StopReason;
  readonly stop_details?: StopDetails;
} {
  return { stop_reason: reason, ...(details !== undefined && { stop_details: details }) };
}
