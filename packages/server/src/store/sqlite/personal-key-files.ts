import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type CapsuleKey, derivedKeys, type PersonalKeys } from '../keyring/personal-keys.ts';
import { tighten } from '../seal/private-file.ts';
import type { Sealer } from '../seal/sealer.ts';
import { KEY_BYTES, putKey, readKey, sync } from './data-key.ts';
import { surely } from './root-key.ts';

const CAPSULE = /^capsule-([0-9a-f]{16})\.key$/;

/** The folder of the keys that lie beside a root key. */
export const personalKeyFolder = (folder: string, rootId: string): string => join(folder, rootId);

/** The file of the home key of an account. Its name says nothing about the account. */
export function homeKeyFile(folder: string, rootId: string, account: string): string {
  const name = createHash('sha256').update(`home ${account}`).digest('hex').slice(0, 32);
  return join(personalKeyFolder(folder, rootId), `home-${name}.key`);
}

/**
 * The keys of people in a folder of keys: the home key of each account in a file of its own, and the key of capsules, which is made when a
 * process first needs one and whenever it is renewed. Without `keepsHome` no home key is made; one that an account has works as before.
 */
export function personalKeyFiles(keys: string, rootId: string, keepsHome = true): PersonalKeys {
  const folder = personalKeyFolder(keys, rootId);
  let capsule: CapsuleKey | undefined;
  let former: CapsuleKey | undefined;
  let hasRemains = false;
  const capsuleFile = (id: string): string => join(folder, `capsule-${id}.key`);

  function findHome(account: string): Uint8Array | undefined {
    const file = homeKeyFile(keys, rootId, account);
    return surely(file, () => {
      tighten(file);
      return readKey(file);
    });
  }

  return {
    keepsHome,
    findHome,
    makeHome(account) {
      const file = homeKeyFile(keys, rootId, account);
      return surely(file, () => putKey(folder, file, randomBytes(KEY_BYTES)));
    },
    dropHome(account) {
      const file = homeKeyFile(keys, rootId, account);
      surely(file, () => dropFiles(folder, [file]));
    },
    homePlace: (account) => homeKeyFile(keys, rootId, account),
    get capsule() {
      // Another process on this folder has replaced it.
      if (capsule !== undefined && !existsSync(capsuleFile(capsule.id)))
        [former, capsule] = [capsule, undefined];
      if (capsule === undefined) {
        const id = randomBytes(8).toString('hex');
        const key = surely(capsuleFile(id), () => putKey(folder, capsuleFile(id), randomBytes(KEY_BYTES)));
        capsule = { id, key };
      }
      return capsule;
    },
    findCapsule(id) {
      for (const known of [capsule, former]) if (id === known?.id) return known.key;
      if (!CAPSULE.test(`capsule-${id}.key`)) return undefined;
      return surely(capsuleFile(id), () => readKey(capsuleFile(id)));
    },
    renewCapsule() {
      if (capsule !== undefined) [former, capsule] = [capsule, undefined];
      hasRemains = false;
    },
    noteRemains() {
      hasRemains = true;
    },
    get hasRemains() {
      return hasRemains;
    },
    dropOldCapsules() {
      const old = namesIn(folder).filter(
        (name) => CAPSULE.test(name) && CAPSULE.exec(name)?.[1] !== capsule?.id,
      );
      surely(folder, () =>
        dropFiles(
          folder,
          old.map((name) => join(folder, name)),
        ),
      );
    },
  };
}

/** The keys of servers that share a root key. A home key that was made as a file before is used while the file is there. */
export function sharedPersonalKeys(root: Sealer, keys: string, keepsHome = true): PersonalKeys {
  const [derived, files] = [derivedKeys(root), personalKeyFiles(keys, root.keyId)];
  return {
    ...derived,
    keepsHome,
    findHome: (account) => files.findHome(account) ?? derived.findHome(account),
    makeHome: (account) => files.findHome(account) ?? derived.makeHome(account),
    dropHome: files.dropHome,
  };
}

/** The names of the files there; none where there is no folder. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Deletes files, which is on disk before the call returns. */
function dropFiles(folder: string, files: readonly string[]): void {
  if (files.length === 0) return;
  for (const file of files) rmSync(file, { force: true });
  try {
    sync(folder);
  } catch (error) {
    // Errors of node:fs have a code.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
