import { describe } from 'vitest';
import { accountContract } from './account-contract.ts';
import { answerContract } from './answer-contract.ts';
import { approvalContract } from './approval-contract.ts';
import { branchContract } from './branch-contract.ts';
import { changedRowsContract } from './changed-rows-contract.ts';
import { chatContract } from './chat-contract.ts';
import { commandContract } from './command-contract.ts';
import { continueContract } from './continue-contract.ts';
import { credentialContract } from './credential-contract.ts';
import { deviceContract } from './device-contract.ts';
import { fileContract } from './file-contract.ts';
import { followUpContract } from './follow-up-contract.ts';
import { keptMemoryContract } from './kept-memory-contract.ts';
import { leaseContract } from './lease-contract.ts';
import { logContract } from './log-contract.ts';
import type { MakePlace } from './place-contract.ts';
import { placeOfChatsContract } from './place-of-chats-contract.ts';
import { projectContract } from './project-contract.ts';
import { queueContract } from './queue-contract.ts';
import { randomContract } from './random-contract.ts';
import { recordContract } from './record-contract.ts';
import { restoreContract } from './restore-contract.ts';
import { revertContract } from './revert-contract.ts';
import { ruleContract } from './rule-contract.ts';
import { sealingContract } from './sealing-contract.ts';
import { sheetContract } from './sheet-contract.ts';
import { titleContract } from './title-contract.ts';
import { tokenContract } from './token-contract.ts';
import { trustContract } from './trust-contract.ts';
import { unreadContract } from './unread-contract.ts';
import { vaultContract } from './vault-contract.ts';

/** How much of the laws that take seconds is tried. */
export interface Share {
  /** How many random days the store has to live through. */
  readonly days?: number;
  /** Of the changes to a row each so many-th is tried. */
  readonly edits?: number;
}

/** The laws that every store keeps. */
export function storeContract(
  name: string,
  makePlace: MakePlace,
  { days = 30, edits = 1 }: Share = {},
): void {
  describe(`${name}: log`, () => logContract(makePlace));
  describe(`${name}: leases`, () => leaseContract(makePlace));
  describe(`${name}: approvals`, () => approvalContract(makePlace));
  describe(`${name}: commands`, () => commandContract(makePlace));
  describe(`${name}: chats`, () => chatContract(makePlace));
  describe(`${name}: continued answers`, () => continueContract(makePlace));
  describe(`${name}: follow-ups`, () => followUpContract(makePlace));
  describe(`${name}: reverts`, () => revertContract(makePlace));
  describe(`${name}: branches`, () => branchContract(makePlace));
  describe(`${name}: names`, () => titleContract(makePlace));
  describe(`${name}: places of chats`, () => placeOfChatsContract(makePlace));
  describe(`${name}: projects`, () => projectContract(makePlace));
  describe(`${name}: queues`, () => queueContract(makePlace));
  describe(`${name}: unread`, () => unreadContract(makePlace));
  describe(`${name}: restores`, () => restoreContract(makePlace));
  describe(`${name}: sheets`, () => sheetContract(makePlace));
  describe(`${name}: files`, () => fileContract(makePlace));
  describe(`${name}: rules`, () => ruleContract(makePlace));
  describe(`${name}: trust`, () => trustContract(makePlace));
  describe(`${name}: memories`, () => keptMemoryContract(makePlace));
  describe(`${name}: answers`, () => answerContract(makePlace));
  describe(`${name}: accounts`, () => accountContract(makePlace));
  describe(`${name}: API tokens`, () => tokenContract(makePlace));
  describe(`${name}: credentials`, () => credentialContract(makePlace));
  describe(`${name}: random days`, () => randomContract(makePlace, days));
  describe(`${name}: sealing`, () => sealingContract(makePlace));
  describe(`${name}: records`, () => recordContract(makePlace));
  describe(`${name}: vaults`, () => vaultContract(makePlace));
  describe(`${name}: devices`, () => deviceContract(makePlace));
  describe(`${name}: changed rows`, () => changedRowsContract(makePlace, edits));
}
