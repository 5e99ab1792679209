import { aboutTrust } from '../seal/about.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { TrustStore } from '../store.ts';
import { addTrusted, type TrustedFile } from '../trust-rows.ts';
import { ruleOwner } from '../verbs/rule-rows.ts';
import type { Memory } from './memory.ts';

/** What may instruct models, on a Map. */
export function memoryTrust({ trust }: Memory, sealer: Sealer): TrustStore {
  const aboutOf = (workspace: string): string => aboutTrust(ruleOwner('workspace', workspace));
  const read = (about: string): readonly TrustedFile[] => {
    const sealed = trust.get(about);
    // The text is what trustFiles wrote.
    return sealed === undefined
      ? []
      : (JSON.parse(sealer.open(sealed, sealer.keyId, about)) as TrustedFile[]);
  };
  return {
    async readTrust(workspace) {
      return read(aboutOf(workspace));
    },
    async trustFiles(workspace, files) {
      const about = aboutOf(workspace);
      trust.set(about, sealer.seal(JSON.stringify(addTrusted(read(about), files)), about));
    },
    async dropTrust(workspace) {
      trust.delete(aboutOf(workspace));
    },
  };
}
