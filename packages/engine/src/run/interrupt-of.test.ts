import { expect, test } from 'vitest';
import { isDoomLoopInterrupt, isInterruptResult } from '../approval/interrupt-result.ts';
import { interruptOf } from './interrupt-of.ts';
import type { ApprovalRequest } from './run-events.ts';

const asked: ApprovalRequest = {
  type: 'approval_request',
  approval_id: 'a1',
  tool_use_id: 'c1',
  tool: 'post_message',
  input: { channel: '#growth' },
  args_hash: 'h',
  title: 'Post to #growth',
  reason: 'It posts.',
};

test('T289 what the log asks is an interrupt with the call, the reason and what may be answered', () => {
  const interrupt = interruptOf(asked, { inDoubt: false });
  expect(isInterruptResult(interrupt)).toBe(true);
  expect(isDoomLoopInterrupt(interrupt)).toBe(false);
  expect(interrupt).toMatchObject({
    action_requests: [{ name: 'post_message', args: { channel: '#growth' }, description: 'Post to #growth' }],
    review_configs: [{ allowed_decisions: ['approve', 'edit', 'reject'] }],
    message: 'It posts.',
    context: { in_doubt: false },
  });
});

test('T289 what can be allowed for good may be answered so', () => {
  const rule = { id: 'r', tool: 'post_message', verdict: 'allow', scope: 'chat' } as const;
  const rules = [{ rule, of: 'chat-1', text: 'Always' }];
  const { review_configs } = interruptOf({ ...asked, rules }, { inDoubt: true });
  expect(review_configs[0]?.allowed_decisions).toContain('approve_always');
});

test('T289 a repetition is a doom loop', () => {
  const repetition = { reason: 'identical', threshold: 3, signatures: ['a'] } as const;
  const interrupt = interruptOf({ ...asked, repetition }, { inDoubt: false });
  expect(isDoomLoopInterrupt(interrupt)).toBe(true);
  expect(interrupt.context).toMatchObject({ threshold: 3, recent_signatures: ['a'], in_doubt: false });
});
