import { aboutTrust } from '../../seal/about.ts';
import type { Sealer } from '../../seal/sealer.ts';
import { addTrusted, type TrustedFile } from '../../trust-rows.ts';
import type { Tx } from '../../tx.ts';
import { dropMeta, getMeta, putMeta } from './meta-verbs.ts';
import { ruleOwner } from './rule-rows.ts';

// It is sealed, so that somebody who can write the database can't say yes for the person.

export function* readTrust(sealer: Sealer, workspace: string): Tx<readonly TrustedFile[]> {
  const about = aboutTrust(ruleOwner('workspace', workspace));
  const kept = yield* getMeta(about);
  if (kept === undefined) return [];
  const [keyId = '', sealed = ''] = kept.split(' ');
  // The text is what trustFiles wrote.
  return JSON.parse(sealer.open(sealed, keyId, about)) as TrustedFile[];
}

export function* trustFiles(sealer: Sealer, workspace: string, files: readonly TrustedFile[]): Tx<void> {
  const about = aboutTrust(ruleOwner('workspace', workspace));
  const all = addTrusted(yield* readTrust(sealer, workspace), files);
  yield* putMeta(about, `${sealer.keyId} ${sealer.seal(JSON.stringify(all), about)}`);
}

export function* dropTrust(workspace: string): Tx<void> {
  yield* dropMeta(aboutTrust(ruleOwner('workspace', workspace)));
}
