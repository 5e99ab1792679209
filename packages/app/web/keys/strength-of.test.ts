import { expect, test } from 'vitest';
import { strengthOf } from './strength-of.ts';

test.each([
  ['', 'short'],
  ['Tr0ub4dor&3', 'short'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefabcdef', 'weak'],
  ['ababababababab', 'weak'],
  ['dana.okafor12', 'weak'],
  ['kettle marble', 'fair'],
  ['kettle marble otter', 'fair'],
  ['kettle marble otter nine', 'strong'],
  ['vX2-qm9-Lp0-ttu-91k-zz', 'strong'],
  ['🦦🪨🌊🧵🪁🎐🧊🪵🌀🔭🪺🫧', 'fair'],
] as const)('F78 the passphrase %j is called %s', (passphrase, strength) => {
  expect(strengthOf(passphrase, 'dana.okafor')).toBe(strength);
});
