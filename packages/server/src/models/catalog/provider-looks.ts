import type { ProviderStatus } from '@millrace/engine/run';
import type { ListedModel } from '../adapter/list-models.ts';
import type { KeyCheck } from '../adapter/model.ts';
import type { ProviderCredentials, ProviderReach } from '../adapter/provider.ts';
import { PROVIDERS, type ProviderDefinition } from './providers.ts';

/** The outcome of the last look at a provider. */
export interface ProviderLook extends Pick<ProviderStatus, 'check' | 'problem' | 'listed'> {
  /** In the order of the list. */
  readonly models: readonly ListedModel[];
}

/** The models that are offered before a provider has answered. */
function knownLook({ known = [] }: ProviderDefinition): ProviderLook {
  return { models: known.map((name) => ({ name })), check: 'unchecked', problem: null, listed: 'known' };
}

/**
 * Asks a provider for its models and, where its list is open to anybody, whether it takes the key. When it does not answer, the models of
 * the look before stay, else the known ones; when it refuses the key there are none. Never rejects.
 */
async function lookAt(
  provider: ProviderDefinition,
  reach: ProviderReach,
  before: ProviderLook = knownLook(provider),
): Promise<ProviderLook> {
  const [listing, checked] = await Promise.all([
    provider.list(reach),
    provider.listsToAll ? provider.create('any', reach).checkKey?.() : undefined,
  ]);
  const failure = [checked, listing].find((each) => each?.ok === false);
  if (failure?.ok === false && failure.code === 'auth')
    return { models: [], check: 'refused', problem: problemOf(failure), listed: 'now' };
  const check = failure?.ok === false ? 'unchecked' : 'ok';
  const problem = failure?.ok === false ? problemOf(failure) : null;
  if (listing.ok && listing.models.length > 0)
    return { models: listing.models, check, problem, listed: 'now' };
  const old = before.models.length > 0 ? before : knownLook(provider);
  return { models: old.models, check, problem, listed: old.listed === 'known' ? 'known' : 'earlier' };
}

function problemOf({ code, said }: Extract<KeyCheck, { readonly ok: false }>): ProviderStatus['problem'] {
  return { code, said: said ?? null };
}

/** The looks at all providers. */
export interface ProviderLooks {
  /** The last look at a provider; while there was none, the models that are known. */
  of(provider: ProviderDefinition): ProviderLook;
  /** Looks again. Who asks while it looks waits for the same look; `anew`: for one that begins now. Never rejects. */
  refresh(anew?: 'anew'): Promise<void>;
  /** Looks again in the background when the last look is old. */
  refreshWhenOld(): void;
  /** Another number after each change. */
  revision(): number;
  onChange(listener: () => void): () => void;
  /** Something about the models is another. */
  changed(): void;
}

/** After so long a list is asked for again when somebody wants it. */
const OLD_MS = 3_600_000;

/** Looks at providers, and keeps what was seen. `accessOf` tells how one is reached now; undefined when it can't be. */
export function createProviderLooks(
  accessOf: (provider: ProviderDefinition) => ProviderReach | undefined,
): ProviderLooks {
  // A look with one access says nothing about another.
  let looks = new Map<string, { readonly key: string; readonly look: ProviderLook }>();
  let looking: Promise<void> | undefined;
  let lookedAt = 0;
  let revision = 0;
  const listeners = new Set<() => void>();

  function changed(): void {
    revision += 1;
    for (const listener of listeners) listener();
  }

  async function lookAgain(): Promise<void> {
    const found = await Promise.all(
      PROVIDERS.map(async (provider) => {
        const access = accessOf(provider);
        if (access === undefined) return [];
        const key = keyOf(access);
        const before = looks.get(provider.id);
        const look = await lookAt(provider, access, before?.key === key ? before.look : undefined);
        return [[provider.id, { key, look }]] as const;
      }),
    );
    lookedAt = Date.now();
    const before = JSON.stringify([...looks]);
    looks = new Map(found.flat());
    if (JSON.stringify([...looks]) !== before) changed();
  }

  async function refresh(anew?: 'anew'): Promise<void> {
    if (anew) await looking;
    looking ??= lookAgain().finally(() => {
      looking = undefined;
    });
    await looking;
  }

  return {
    of(provider) {
      const looked = looks.get(provider.id);
      return looked?.key === keyOf(accessOf(provider)) ? looked.look : knownLook(provider);
    },
    refresh,
    refreshWhenOld() {
      if (lookedAt > 0 && Date.now() - lookedAt > OLD_MS) void refresh();
    },
    revision: () => revision,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    changed,
  };
}

function keyOf(access: ProviderCredentials | undefined): string {
  return JSON.stringify([access?.apiKey, access?.baseUrl]);
}
