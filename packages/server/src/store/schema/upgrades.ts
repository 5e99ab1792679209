import type { Sealer } from '../seal/sealer.ts';
import type { Tx } from '../tx.ts';
import { addAccounts } from './add-accounts.ts';
import { addAnswerSettings } from './add-answer-settings.ts';
import { addDevices } from './add-devices.ts';
import { addFiles } from './add-files.ts';
import { addNews } from './add-news.ts';
import { addProjects } from './add-projects.ts';
import { addQueue } from './add-queue.ts';
import { addSheetVersions } from './add-sheet-versions.ts';
import { addVaults } from './add-vaults.ts';
import { hideHashes } from './hide-hashes.ts';
import { proveMessages } from './prove-messages.ts';
import { renameCallFields } from './rename-call-fields.ts';
import { STEPS_BEFORE_TEN } from './steps-before-ten.ts';

/** The oldest schema that can be upgraded: the first one whose rows are sealed. Rows before it could have been written by anybody. */
export const OLDEST_VERSION = 3;

/** Each takes a database from the version of its place, counted from `OLDEST_VERSION`, to the next one. */
export const UPGRADES: readonly ((sealer: Sealer) => Tx<void>)[] = [
  ...STEPS_BEFORE_TEN,
  renameCallFields,
  addProjects,
  addAnswerSettings,
  addSheetVersions,
  addNews,
  addAccounts,
  addVaults,
  hideHashes,
  addFiles,
  proveMessages,
  addDevices,
  addQueue,
];
