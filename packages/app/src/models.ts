import { setTimeout as sleep } from 'node:timers/promises';
import {
  allowedHosts,
  type ChoiceKeeper,
  createDemoModel,
  createPinnedFetch,
  createProviderCatalog,
  type KeyKeeper,
  PROVIDERS,
  type ProviderCatalog,
} from '@millrace/server';
import type { Settings } from './settings.ts';

/** How long the start waits for the lists of providers. */
const START_MS = 2_000;

/** The models that the settings and the entered keys allow. Rejects with the fix when the wanted one is not to be had. */
export async function findModels(
  settings: Settings,
  demoFolder: string,
  keys: KeyKeeper,
  choice?: ChoiceKeeper,
): Promise<ProviderCatalog> {
  const demo = createDemoModel({
    folder: demoFolder,
    ...(settings.demoPaceMs !== undefined && { paceMs: settings.demoPaceMs }),
  });
  const catalog = createProviderCatalog({
    environment: settings.providers,
    guard: createPinnedFetch({ allowed: allowedHosts(settings.web.allowHosts) }),
    keys,
    builtIn: [demo],
    preferred: settings.model,
    choice,
    textCalls: settings.textCalls,
    maxTokens: settings.maxTokens,
  });
  if (settings.model !== undefined && catalog.find(settings.model) === undefined) {
    throw new Error(missing(settings.model));
  }
  // A provider that takes its time does not delay the start: until it answers, the known models are offered.
  await Promise.race([catalog.refresh(), sleep(START_MS, undefined, { ref: false })]);
  return catalog;
}

function missing(wanted: string): string {
  const provider = PROVIDERS.find(({ id }) => wanted.startsWith(`${id}/`));
  if (provider === undefined) {
    const known = PROVIDERS.map(({ id }) => `${id}/<model>`).join(', ');
    return `MILLRACE_MODEL is ${wanted}, whose provider is not known. It can be demo/demo, ${known}.`;
  }
  const name = provider.needs === 'base_url' ? provider.baseUrlName : provider.keyNames[0];
  return `MILLRACE_MODEL is ${wanted}, but ${name} is not set. Set it, or unset MILLRACE_MODEL.`;
}
