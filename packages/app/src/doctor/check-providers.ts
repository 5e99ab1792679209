import {
  allowedHosts,
  createPinnedFetch,
  PROVIDERS,
  type ProviderCredentials,
  type ProviderDefinition,
  reachOf,
  type Sealer,
} from '@millrace/server';
import { readKeyFile } from '../key-file.ts';
import type { Settings } from '../settings.ts';
import { type Check, type Finding, failedAs, ok, skipped } from './check.ts';

/** A check for each provider that is connected, and one that says so when none is. */
export function providerChecks(settings: Settings, sealer: Sealer | undefined): readonly Check[] {
  const saved = readSaved(settings.data, sealer);
  if (saved instanceof Error) return [{ id: 'providers', run: () => failedAs(saved) }];
  const connected = PROVIDERS.filter(({ id }) => settings.providers[id] ?? saved[id]);
  if (connected.length === 0)
    return [
      {
        id: 'providers',
        run: () => skipped('No provider is connected: the demo model answers. Set a key to connect one.'),
      },
    ];
  return connected.map((provider) => ({
    id: `provider:${provider.id}`,
    run: (signal) => checkProvider(provider, settings, saved[provider.id], signal),
  }));
}

async function checkProvider(
  provider: ProviderDefinition,
  { providers, web }: Settings,
  saved: ProviderCredentials | undefined,
  signal: AbortSignal,
): Promise<Finding> {
  const guard = createPinnedFetch({ allowed: allowedHosts(web.allowHosts) });
  const reach = reachOf(provider, providers[provider.id], saved, guard);
  const needed = provider.needs === 'key' ? reach.apiKey : reach.baseUrl;
  const name = provider.needs === 'key' ? provider.keyNames[0] : provider.baseUrlName;
  if (provider.needs !== 'nothing' && needed === undefined)
    return failedAs(`${provider.name} can't be asked: ${name} is missing. Set ${name}.`);
  const check = await provider.create('any', reach).checkKey?.(signal);
  if (check === undefined) return skipped(`${provider.name} can't be asked.`);
  return check.ok ? ok(check.message) : failedAs(check.message);
}

function readSaved(
  data: string,
  sealer: Sealer | undefined,
): Readonly<Record<string, ProviderCredentials>> | Error {
  try {
    return readKeyFile(data, sealer);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
