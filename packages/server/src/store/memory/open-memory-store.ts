import type { Sealer } from '../seal/sealer.ts';
import type { SessionStore, Store } from '../store.ts';
import { createMemory, type Memory } from './memory.ts';
import { memoryApprovals } from './memory-approvals.ts';
import { memoryBranches } from './memory-branches.ts';
import { memoryChats } from './memory-chats.ts';
import { memoryFollowUps } from './memory-follow-ups.ts';
import { memoryKept } from './memory-kept.ts';
import { memoryNames } from './memory-names.ts';
import { memoryRestores } from './memory-restores.ts';
import { memoryReverts } from './memory-reverts.ts';
import { memoryRules } from './memory-rules.ts';
import { memoryRuns } from './memory-runs.ts';
import { memoryTrust } from './memory-trust.ts';

/** The options of `openMemoryStore`. */
export interface MemoryOptions {
  /** Without one nothing is sealed: the memory of a process is readable anyway. */
  readonly sealer?: Sealer;
  /** What an earlier store held; stores that share it see the same. */
  readonly memory?: Memory;
}

/** A store in memory: the same contract, gone with the process. Every verb is atomic and done in the turn it is called in. */
export function openMemoryStore({ sealer = UNSEALED, memory = createMemory() }: MemoryOptions = {}): Store {
  memory.keyId ??= sealer.keyId;
  if (memory.keyId !== sealer.keyId) {
    throw new Error(
      `This memory is encrypted with the key ${memory.keyId}, but this is the key ${sealer.keyId}. Open it with its own, as a database with its data.key.`,
    );
  }
  return {
    ...memoryRuns(memory, sealer),
    ...memoryFollowUps(memory, sealer),
    ...memoryReverts(memory, sealer),
    ...memoryApprovals(memory, sealer),
    ...memoryChats(memory, sealer),
    ...memoryBranches(memory),
    ...memoryNames(memory, sealer),
    ...memoryRestores(memory, sealer),
    ...memoryRules(memory, sealer),
    ...memoryKept(memory, sealer),
    ...memoryTrust(memory, sealer),
    ...memorySessions(memory),
    async check() {},
    async close() {},
  };
}

const UNSEALED: Sealer = { keyId: 'none', seal: (plain) => plain, open: (sealed) => sealed };

function memorySessions({ tokens, sessions }: Memory): SessionStore {
  return {
    async putToken(hash, expiresAt) {
      tokens.set(hash, expiresAt);
    },
    async takeToken(hash, now) {
      const found = (tokens.get(hash) ?? now) > now;
      tokens.delete(hash);
      return found;
    },
    async putSession(session) {
      sessions.set(session.hash, session);
    },
    async hasSession(hash, keyHash, now) {
      const found = sessions.get(hash);
      return found !== undefined && found.keyHash === keyHash && found.expiresAt > now;
    },
    async dropSession(hash) {
      sessions.delete(hash);
    },
  };
}
