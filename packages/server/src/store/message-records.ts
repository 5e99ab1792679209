import type { MessageRecord, Revert } from '@millrace/engine';
import type { Answer } from './store.ts';

/** An event of a chat: a finished message, or what was undone of one later. */
export type ChatEntry = { readonly seq: number; readonly id: string; readonly ts: number } & (
  | { readonly kind: 'put'; readonly payload: Answer }
  | { readonly kind: 'revert'; readonly payload: ChatRevert }
);

/** What a chat keeps of an undone call. */
export type ChatRevert = Pick<Revert, 'tool_use_id' | 'ok'>;

/** The messages of a chat by its events, each with what was undone of it since. Pure. */
export function messageRecords(entries: readonly ChatEntry[]): MessageRecord[] {
  const records = new Map<string, MessageRecord>();
  for (const { kind, seq, id, ts, payload } of entries) {
    const known = records.get(id);
    if (kind === 'put') records.set(id, { ...payload, seq, id, ts });
    else if (known !== undefined) records.set(id, { ...undone(known, payload), rev: seq });
  }
  return [...records.values()];
}

function undone(record: MessageRecord, { tool_use_id, ok }: ChatRevert): MessageRecord {
  const { tools = [] } = record;
  return {
    ...record,
    tools: tools.map((call) => (call.tool_use_id === tool_use_id ? { ...call, reverted: ok } : call)),
  };
}
