import { decidePolicy } from '@millrace/engine';
import { expect, test } from 'vitest';
import { targetsOf } from './targets-of.ts';

test('A250 a tool that works on no files has no targets, and one that does is described or every text of it may be a path', () => {
  const shell = { command: 'line' };
  const known = targetsOf([
    { name: 'mcp__mail__send' },
    { name: 'shell', local: true, targets: shell },
    { name: 'unknown', local: true },
  ]);
  expect(known).toEqual({ mcp__mail__send: {}, shell });
  const verdict = (name: string): string => {
    const allow = { id: 'a', scope: 'user', tool: '*', verdict: 'allow' } as const;
    return decidePolicy([allow], { name, input: { text: '.git/config' } }, { tools: known }).verdict;
  };
  expect([verdict('mcp__mail__send'), verdict('unknown')]).toEqual(['allow', 'ask']);
});
