import { describe } from 'vitest';
import { approvalContract } from './approval-contract.ts';
import { branchContract } from './branch-contract.ts';
import { changedRowsContract } from './changed-rows-contract.ts';
import { chatContract } from './chat-contract.ts';
import { commandContract } from './command-contract.ts';
import { followUpContract } from './follow-up-contract.ts';
import { keptMemoryContract } from './kept-memory-contract.ts';
import { leaseContract } from './lease-contract.ts';
import { logContract } from './log-contract.ts';
import type { MakePlace } from './place-contract.ts';
import { randomContract } from './random-contract.ts';
import { restoreContract } from './restore-contract.ts';
import { revertContract } from './revert-contract.ts';
import { ruleContract } from './rule-contract.ts';
import { sealingContract } from './sealing-contract.ts';
import { titleContract } from './title-contract.ts';
import { trustContract } from './trust-contract.ts';

/** The laws that every store keeps. `days` is how many random days it has to live through. */
export function storeContract(name: string, makePlace: MakePlace, days = 30): void {
  describe(`${name}: log`, () => logContract(makePlace));
  describe(`${name}: leases`, () => leaseContract(makePlace));
  describe(`${name}: approvals`, () => approvalContract(makePlace));
  describe(`${name}: commands`, () => commandContract(makePlace));
  describe(`${name}: chats`, () => chatContract(makePlace));
  describe(`${name}: follow-ups`, () => followUpContract(makePlace));
  describe(`${name}: reverts`, () => revertContract(makePlace));
  describe(`${name}: branches`, () => branchContract(makePlace));
  describe(`${name}: names`, () => titleContract(makePlace));
  describe(`${name}: restores`, () => restoreContract(makePlace));
  describe(`${name}: rules`, () => ruleContract(makePlace));
  describe(`${name}: trust`, () => trustContract(makePlace));
  describe(`${name}: memories`, () => keptMemoryContract(makePlace));
  describe(`${name}: random days`, () => randomContract(makePlace, days));
  describe(`${name}: sealing`, () => sealingContract(makePlace));
  describe(`${name}: changed rows`, () => changedRowsContract(makePlace));
}
