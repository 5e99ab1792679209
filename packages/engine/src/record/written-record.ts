import * as z from 'zod/mini';
import type { MessageRecord } from '../run/api/api.ts';
import { messageRecord } from '../run/api/api-schemas.ts';

/** The facts that the row of a message holds; its markdown has them only where they are given. */
export type RowFact = 'seq' | 'id' | 'ts';

/** A message as its markdown holds it. A `MessageRecord` is one. */
export type WrittenRecord = Omit<MessageRecord, RowFact> & Partial<Pick<MessageRecord, RowFact>>;

/** The schema of `WrittenRecord`. */
export const writtenRecord = z.partial(messageRecord, { seq: true, id: true, ts: true });

/** Why a text is no record. `newer_format`: a later version wrote it. */
export type RecordProblemCode = 'newer_format' | 'broken_comment' | 'broken_body' | 'bad_record';

/** The reason why a text is no record, with a sentence that says what is wrong. */
export interface RecordProblem {
  readonly code: RecordProblemCode;
  readonly message: string;
}
