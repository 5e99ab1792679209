import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callName } from './call-name.ts';

test('X11 a plain name is made of the names of the server and the tool', () => {
  expect(callName('git', 'log')).toBe('mcp__git__log');
  expect(callName('my-git', 'show_file')).toBe('mcp__my-git__show_file');
});

test('X11 two tools never have one name, and every name is one that providers take', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', '_', 'é', '.', ' ', '-', '0'), minLength: 1 });
  const name = fc.oneof(letters, fc.string({ minLength: 1 }), fc.constantFrom('b', 'a_b', 'x'.repeat(70)));
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(name, name), { selector: (pair) => JSON.stringify(pair) }),
      (pairs) => {
        const names = pairs.map(([server, tool]) => callName(server, tool));
        expect(new Set(names).size).toBe(pairs.length);
        for (const each of names) expect(each).toMatch(/^mcp__[A-Za-z0-9_-]{1,59}$/);
      },
    ),
  );
});

test('X11 a tool can’t take the name of another by looking like it', () => {
  const odd = callName('git', 'log!');
  expect(odd).toMatch(/^mcp__git__log__[0-9a-f]{8}$/);
  const [, server = '', tool = ''] = /^mcp__(git)__(.*)$/.exec(odd) ?? [];
  expect(callName(server, tool)).not.toBe(odd);
  expect(callName('a__b', 'c')).not.toBe(callName('a', 'b__c'));
});
