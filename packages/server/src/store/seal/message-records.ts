import type { MessageRecord, Revert } from '@millrace/engine/run';
import type { Answer } from '../store.ts';

/** An event of a chat: a finished message, or what was undone in one later. */
export type ChatEntry = { readonly seq: number; readonly id: string; readonly ts: number } & (
  | { readonly kind: 'put'; readonly payload: Answer }
  | { readonly kind: 'revert'; readonly payload: ChatRevert }
);

/** The record of an undone call in a chat. */
export type ChatRevert = Pick<Revert, 'tool_use_id' | 'ok'>;

/** The messages of a chat by its events, each in its newest version and with what was undone in it since. Pure. Linear. */
export function messageRecords(entries: readonly ChatEntry[]): MessageRecord[] {
  const records: MessageRecord[] = [];
  const places = new Map<string, number>();
  for (const { kind, seq, id, ts, payload } of entries) {
    const at = places.get(id) ?? -1;
    const known = records[at];
    if (kind === 'put') {
      // An answer that was continued is put again, and keeps its place.
      if (known?.role !== payload.role) places.set(id, records.push({ ...payload, seq, id, ts }) - 1);
      else records[at] = { ...payload, seq: known.seq, id, ts, rev: seq };
    } else if (known !== undefined) records[at] = { ...undone(known, payload), rev: seq };
  }
  return records;
}

function undone(record: MessageRecord, { tool_use_id, ok }: ChatRevert): MessageRecord {
  const { tools = [] } = record;
  return {
    ...record,
    tools: tools.map((call) => (call.tool_use_id === tool_use_id ? { ...call, reverted: ok } : call)),
  };
}
