import type { UnusualStop } from '@millrace/engine/message';
import type { MessageRecord } from '@millrace/engine/run';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historyProblem } from '../../../../../fixtures/check-history.ts';
import { runs } from '../../../../../fixtures/long.ts';
import { toHistory } from './history.ts';

interface Turn {
  readonly stop: UnusualStop['reason'] | undefined;
  readonly said: string;
  /** True if a tool ran for it. */
  readonly ran: boolean;
  /** True if it is the result of a call that took longer, which nobody asked for just before. */
  readonly late: boolean;
}

const turns: fc.Arbitrary<readonly Turn[]> = fc.array(
  fc.record({
    stop: fc.constantFrom(
      undefined,
      'refusal',
      'refusal',
      'max_tokens',
      'model_context_window_exceeded',
      'other',
    ),
    said: fc.constantFrom('', ' ', 'words'),
    ran: fc.boolean(),
    late: fc.boolean(),
  }),
  { maxLength: 6 },
);

const at = { start_timestamp: null, stop_timestamp: null };

/** The records of a chat with these turns, and a question that is to be answered. */
function chatOf(all: readonly Turn[]): MessageRecord[] {
  const records: Omit<MessageRecord, 'seq'>[] = [];
  for (const [n, { stop, said, ran, late: isLate }] of all.entries()) {
    // A chat begins with a question.
    const late = isLate && n > 0;
    if (!late) records.push({ id: `q${n}`, ts: 1, role: 'user', text: `question-${n}`, status: 'completed' });
    const call = { type: 'tool_use', id: `c${n}`, name: 'look', input: { n: `input-${n}` }, ...at } as const;
    const result = {
      type: 'tool_result',
      id: `r${n}`,
      tool_use_id: `c${n}`,
      content: `result-${n}`,
      is_error: false,
      ...at,
    } as const;
    const text = { type: 'text', id: `t${n}`, text: `${said}-${n}`, ...at } as const;
    const done = { tool_use_id: `c${n}`, tool: 'look', status: 'done', started_at: 1, ended_at: 2 } as const;
    records.push({
      ...{ id: `a${n}`, ts: 1, role: 'assistant', text: text.text, status: 'completed' },
      content: ran && !late ? [call, result, text] : [text],
      ...((ran || late) && { tools: [done as unknown as NonNullable<MessageRecord['tools']>[number]] }),
      ...(stop && { stop: { reason: stop } }),
    });
  }
  records.push({ id: 'last', ts: 1, role: 'user', text: 'last-question', status: 'completed' });
  return records.map((record, i) => ({ ...record, seq: i + 1 }));
}

test('M43 however turns ended, what is sent next is taken, holds nothing that was refused, and keeps the rest', () => {
  fc.assert(
    fc.property(turns, (all) => {
      const history = toHistory(chatOf(all));
      expect(historyProblem(history)).toBeUndefined();
      const sent = JSON.stringify(history);
      expect(sent).toContain('last-question');
      for (const [n, { stop, ran, late }] of all.entries()) {
        const isRefused = stop === 'refusal';
        expect([n, sent.includes(`-${n}"`) && sent.includes(`words-${n}`)]).toEqual([
          n,
          !isRefused && all[n]?.said === 'words',
        ]);
        if (isRefused && (ran || (late && n > 0))) expect(sent).toContain('These tools had run: look.');
      }
    }),
    { numRuns: runs(300) },
  );
});
