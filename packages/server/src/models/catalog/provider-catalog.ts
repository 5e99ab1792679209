import type { ProviderStatus } from '@millrace/engine/run';
import type { ImageModel } from '../adapter/image-model.ts';
import type { KeyCheck, Model } from '../adapter/model.ts';
import type { ProviderCredentials, ProviderReach } from '../adapter/provider.ts';
import { withTextCalls } from '../text-calls/text-calls.ts';
import type { ModelCatalog } from './catalog.ts';
import { entered, reachOf } from './key-address.ts';
import { type ModelLimits, PROVIDERS, type ProviderDefinition } from './providers.ts';

/** Keeps the keys that people enter. */
export interface KeyKeeper {
  read(): Readonly<Record<string, ProviderCredentials>>;
  write(keys: Readonly<Record<string, ProviderCredentials>>): void;
}

/** Keeps the model that a person has chosen for new chats. */
export interface ChoiceKeeper {
  read(): string | undefined;
  write(model: string): void;
}

/** The options of `createProviderCatalog`. */
export interface ProviderCatalogOptions {
  /** The credentials in the environment, by provider. They win over entered ones. */
  readonly environment: Readonly<Record<string, ProviderCredentials>>;
  /** Asks at addresses that people enter, such as `createPinnedFetch` makes it: what only the owner may name, it refuses. */
  readonly guard: typeof fetch;
  readonly keys: KeyKeeper;
  /** Models that need no provider. */
  readonly builtIn: readonly Model[];
  /** The id of the model that answers when nobody chose. */
  readonly preferred?: string | undefined;
  /** Keeps what somebody chose; it wins over `preferred` while there is such a model. Without it a choice is forgotten at the end. */
  readonly choice?: ChoiceKeeper | undefined;
  /** Ids of models that call tools in their text. */
  readonly textCalls?: readonly string[] | undefined;
  /** How many tokens an answer may have at most; as many as its model can, when it is not told here. */
  readonly maxTokens?: number | undefined;
}

/** The models of every provider that is connected, and the way to connect one. */
export interface ProviderCatalog extends ModelCatalog {
  providers(): readonly ProviderStatus[];
  /** Looks again for what each connected provider has. Never rejects. */
  refresh(): Promise<void>;
  /** Asks the provider whether it takes this access, and keeps it if so. */
  connect(id: string, access: ProviderCredentials): Promise<KeyCheck>;
  disconnect(id: string): Promise<void>;
  /** Chooses the model that answers when nobody chose. False when there is no such model; then nothing changes. */
  prefer(id: string): boolean;
  /** Makes pictures; undefined while no provider that can is connected. */
  images(): ImageModel | undefined;
}

/** A catalog over the known providers. Look for models with `refresh` before the first use. */
export function createProviderCatalog(options: ProviderCatalogOptions): ProviderCatalog {
  const { environment, guard, keys, builtIn, preferred, choice, textCalls = [], maxTokens } = options;
  let saved = keys.read();
  let chosen = choice?.read();
  // The names that each connected provider has, as of the last look.
  let offered = new Map<string, readonly string[]>();
  // The listed limits of each model, by `provider/model`. A look that finds nothing takes nothing away.
  const limits = new Map<string, ModelLimits>();

  function accessOf(provider: ProviderDefinition, kept = saved[provider.id]): ProviderReach | undefined {
    const reach = reachOf(provider, environment[provider.id], kept, guard);
    return isEnough(provider, reach) ? reach : undefined;
  }

  function make(provider: ProviderDefinition, name: string, access: ProviderReach): Model {
    const model = provider.create(name, access, { ...limits.get(`${provider.id}/${name}`), maxTokens });
    return textCalls.includes(model.id) ? withTextCalls(model) : model;
  }

  function find(id: string): Model | undefined {
    const known = builtIn.find((model) => model.id === id);
    if (known) return known;
    const slash = id.indexOf('/');
    const provider = PROVIDERS.find((each) => each.id === id.slice(0, slash));
    const access = provider && accessOf(provider);
    return access && slash + 1 < id.length ? make(provider, id.slice(slash + 1), access) : undefined;
  }

  function list(): readonly Model[] {
    const first = [chosen, preferred].map((id) => (id === undefined ? undefined : find(id))).find(Boolean);
    const all = PROVIDERS.flatMap((provider) => {
      const access = accessOf(provider);
      return access ? (offered.get(provider.id) ?? []).map((name) => make(provider, name, access)) : [];
    });
    return [...(first ? [first] : []), ...[...all, ...builtIn].filter(({ id }) => id !== first?.id)];
  }

  async function refresh(): Promise<void> {
    const found = await Promise.all(
      PROVIDERS.map(async (provider) => {
        const access = accessOf(provider);
        return [provider.id, access ? await look(provider, access) : []] as const;
      }),
    );
    offered = new Map(found);
  }

  /** The names to offer. */
  async function look(provider: ProviderDefinition, access: ProviderReach): Promise<readonly string[]> {
    const listed = (await provider.list?.(access)) ?? [];
    for (const { name, contextWindow, maxTokens: listedTokens } of listed) {
      const id = `${provider.id}/${name}`;
      const told = { ...(contextWindow && { contextWindow }), ...(listedTokens && { listedTokens }) };
      limits.set(id, { ...limits.get(id), ...told });
    }
    return provider.offers ?? listed.map(({ name }) => name);
  }

  async function keep(changed: Readonly<Record<string, ProviderCredentials>>): Promise<void> {
    keys.write(changed);
    saved = changed;
    await refresh();
  }

  return {
    find,
    list,
    refresh,
    images() {
      for (const provider of PROVIDERS) {
        const access = provider.images && accessOf(provider);
        if (access) return provider.images?.(access);
      }
      return undefined;
    },
    providers: () =>
      PROVIDERS.map((provider) =>
        describe(provider, {
          environment: environment[provider.id],
          saved: saved[provider.id],
          models: offered.get(provider.id)?.length ?? 0,
        }),
      ),
    async connect(id, access) {
      const provider = PROVIDERS.find((each) => each.id === id);
      if (provider === undefined) return refused(`There is no provider ${id}.`);
      const kept = entered(provider, environment[id], access);
      if ('problem' in kept) return refused(kept.problem);
      const reach = accessOf(provider, kept);
      if (reach === undefined) return refused(MISSING[provider.needs]);
      const check = await provider.create('any', reach).checkKey?.();
      if (check?.ok === true) await keep({ ...saved, [id]: kept });
      return check ?? refused('This provider cannot be asked.');
    },
    prefer(id) {
      if (find(id) === undefined) return false;
      choice?.write(id);
      chosen = id;
      return true;
    },
    async disconnect(id) {
      const { [id]: _, ...rest } = saved;
      await keep(rest);
    },
  };
}

const MISSING: Readonly<Record<ProviderDefinition['needs'], string>> = {
  key: 'Enter a key.',
  base_url: 'Enter the address of the server, such as https://models.example.org/v1.',
  nothing: '',
};

function refused(message: string): KeyCheck {
  return { ok: false, code: 'bad_request', message };
}

function isEnough({ needs }: ProviderDefinition, { apiKey, baseUrl }: ProviderCredentials): boolean {
  return needs === 'nothing' || (needs === 'key' ? apiKey : baseUrl) !== undefined;
}

interface Connection {
  readonly environment: ProviderCredentials | undefined;
  readonly saved: ProviderCredentials | undefined;
  readonly models: number;
}

function describe(provider: ProviderDefinition, { environment, saved, models }: Connection): ProviderStatus {
  const access = reachOf(provider, environment, saved);
  const enough = isEnough(provider, access);
  return {
    id: provider.id,
    name: provider.name,
    hint: provider.hint,
    needs: provider.needs,
    key_name: provider.keyNames[0] ?? '',
    // A local server that needs no key is connected when it has answered.
    connected: provider.needs === 'nothing' ? models > 0 : enough,
    from: environment && isEnough(provider, environment) ? 'environment' : saved ? 'settings' : null,
    key_end: access.apiKey === undefined ? null : lastOf(access.apiKey),
    base_url: access.baseUrl ?? provider.baseUrl ?? null,
    models,
  };
}

/** Enough to tell two keys apart, too little to use. */
function lastOf(key: string): string {
  return key.length < 12 ? '' : key.slice(-4);
}
