import type { ProviderStatus } from '@millrace/engine/run';
import type { ImageModel } from '../adapter/image-model.ts';
import type { KeyCheck, Model } from '../adapter/model.ts';
import type { ProviderCredentials, ProviderReach } from '../adapter/provider.ts';
import { withTextCalls } from '../text-calls/text-calls.ts';
import type { ModelCatalog } from './catalog.ts';
import { entered, reachOf } from './key-address.ts';
import { createProviderLooks, type ProviderLook } from './provider-looks.ts';
import { PROVIDERS, type ProviderDefinition } from './providers.ts';

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
  /** Looks again for what each connected provider has. Who asks while it looks waits for the same look. Never rejects. */
  refresh(): Promise<void>;
  /** Another number whenever the models or the providers are others. */
  revision(): number;
  /** Calls back after each such change. Returns the end of it. */
  onChange(listener: () => void): () => void;
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
  const looks = createProviderLooks((provider) => accessOf(provider));

  function accessOf(provider: ProviderDefinition, kept = saved[provider.id]): ProviderReach | undefined {
    const reach = reachOf(provider, environment[provider.id], kept, guard);
    return isEnough(provider, reach) ? reach : undefined;
  }

  function make(provider: ProviderDefinition, name: string, access: ProviderReach): Model {
    const listed = looks.of(provider).models.find((each) => each.name === name);
    const made = provider.create(name, access, { listed, maxTokens });
    const model = { ...made, provider: provider.name };
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
    looks.refreshWhenOld();
    const all = PROVIDERS.flatMap((provider) => {
      const access = accessOf(provider);
      return access ? looks.of(provider).models.map(({ name }) => make(provider, name, access)) : [];
    });
    const wanted = [chosen, preferred].map((id) => (id === undefined ? undefined : find(id))).find(Boolean);
    const first = wanted ?? usual(all);
    return [...(first ? [first] : []), ...[...all, ...builtIn].filter(({ id }) => id !== first?.id)];
  }

  async function keep(next: Readonly<Record<string, ProviderCredentials>>): Promise<void> {
    keys.write(next);
    saved = next;
    await looks.refresh('anew');
    looks.changed();
  }

  return {
    find,
    list,
    refresh: () => looks.refresh(),
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
          look: looks.of(provider),
        }),
      ),
    revision: looks.revision,
    onChange: looks.onChange,
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
      looks.changed();
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

/** The model that answers when nobody chose: the first known one that its provider has. */
function usual(models: readonly Model[]): Model | undefined {
  const [first] = models;
  const { id, known = [] } = PROVIDERS.find((each) => first?.id.startsWith(`${each.id}/`)) ?? {};
  const names = known.map((name) => `${id}/${name}`);
  return names.map((name) => models.find((model) => model.id === name)).find(Boolean) ?? first;
}

interface Connection {
  readonly environment: ProviderCredentials | undefined;
  readonly saved: ProviderCredentials | undefined;
  readonly look: ProviderLook;
}

function describe(provider: ProviderDefinition, { environment, saved, look }: Connection): ProviderStatus {
  const access = reachOf(provider, environment, saved);
  const enough = isEnough(provider, access);
  const models = look.models.length;
  return {
    id: provider.id,
    name: provider.name,
    hint: provider.hint,
    needs: provider.needs,
    key_name: provider.keyNames[0] ?? '',
    // A local server that needs no key is connected when it has answered.
    connected: provider.needs === 'nothing' ? models > 0 : enough && look.check !== 'refused',
    check: enough ? look.check : 'unchecked',
    problem: enough ? look.problem : null,
    from: environment && isEnough(provider, environment) ? 'environment' : saved ? 'settings' : null,
    key_end: access.apiKey === undefined ? null : lastOf(access.apiKey),
    base_url: access.baseUrl ?? provider.baseUrl ?? null,
    models: enough ? models : 0,
    listed: look.listed,
  };
}

/** Enough to tell two keys apart, too little to use. */
function lastOf(key: string): string {
  return key.length < 12 ? '' : key.slice(-4);
}
