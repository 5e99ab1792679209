import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDoomLoopInterrupt, isInterruptResult } from './interrupt-result.ts';
import { approvalInterrupt, doomLoopInterrupt } from './to-interrupt.ts';

const request = { tool: 'send_mail', input: { to: 'a@b.c' } };

test('T289 a request of the log becomes an interrupt with its call and what may be answered', () => {
  const interrupt = approvalInterrupt(request, {
    description: 'Sends a mail',
    message: 'Mail leaves the house.',
  });
  expect(interrupt).toEqual({
    __interrupt__: true,
    action_requests: [{ name: 'send_mail', args: { to: 'a@b.c' }, description: 'Sends a mail' }],
    review_configs: [
      { action_name: 'send_mail', allowed_decisions: ['approve', 'edit', 'reject', 'approve_always'] },
    ],
    interrupt_type: 'approval',
    message: 'Mail leaves the house.',
  });
  expect(isInterruptResult(interrupt)).toBe(true);
  expect(isDoomLoopInterrupt(interrupt)).toBe(false);
});

test('T289 a loop becomes an interrupt of its own, to go on or to stop', () => {
  const interrupt = doomLoopInterrupt(request, { threshold: 3, signatures: ['a', 'a', 'a', 'a'] });
  expect(interrupt.context).toEqual({
    permission: 'doom_loop',
    threshold: 3,
    recent_signatures: ['a', 'a', 'a', 'a'],
  });
  expect(interrupt.review_configs).toEqual([
    { action_name: 'send_mail', allowed_decisions: ['approve', 'reject'] },
  ]);
  expect(isDoomLoopInterrupt(interrupt)).toBe(true);
});

test('T290 whatever the input is, the interrupt is one, also after a way through JSON', () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), (tool, input) => {
      const interrupt = approvalInterrupt({ tool, input });
      expect(isInterruptResult(JSON.parse(JSON.stringify(interrupt)))).toBe(true);
    }),
  );
});

test('T290 a half interrupt is none', () => {
  const whole = approvalInterrupt(request);
  for (const key of ['__interrupt__', 'action_requests', 'review_configs'] as const)
    expect(isInterruptResult({ ...whole, [key]: undefined })).toBe(false);
  expect(isInterruptResult({ ...whole, __interrupt__: 'true' })).toBe(false);
  expect(isInterruptResult({ ...whole, action_requests: [{ name: 'a' }] })).toBe(false);
  expect(isInterruptResult({ ...whole, review_configs: [{ action_name: 'a' }] })).toBe(false);
  expect(isDoomLoopInterrupt({ ...whole, context: null })).toBe(false);
  expect(isDoomLoopInterrupt({ context: { permission: 'doom_loop' } })).toBe(false);
});

test('T290 any value may be asked', () => {
  const evil = Proxy.revocable({}, {});
  evil.revoke();
  const getter = Object.defineProperty({}, '__interrupt__', {
    enumerable: true,
    get: () => {
      throw new Error('no');
    },
  });
  const list = new Proxy([], {
    get: () => {
      throw new Error('no');
    },
  });
  const nested = { __interrupt__: true, action_requests: list, review_configs: [] };
  for (const value of [evil.proxy, getter, nested]) expect(isDoomLoopInterrupt(value)).toBe(false);
  const part = fc.record(
    {
      __interrupt__: fc.oneof(fc.constant(true), fc.anything()),
      action_requests: fc.anything(),
      review_configs: fc.anything(),
      context: fc.anything(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.anything({ withNullPrototype: true }), part), (value) => {
      if (isDoomLoopInterrupt(value)) expect(isInterruptResult(value)).toBe(true);
    }),
  );
});
