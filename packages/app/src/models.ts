import { createAnthropicModel, createDemoModel, type Model } from '@millrace/server';
import type { Settings } from './settings.ts';

const DEFAULT_ANTHROPIC_MODEL = 'claude-sonnet-4-5';

/** The models that the settings allow, the default one first. Throws with the fix when the wanted one is not to be had. */
export function findModels(settings: Settings, demoFolder: string): Model[] {
  const demo = createDemoModel({
    folder: demoFolder,
    ...(settings.demoPaceMs === undefined ? {} : { paceMs: settings.demoPaceMs }),
  });
  const wanted = settings.model;
  const anthropic = anthropicModel(settings, wanted);
  const models = anthropic === undefined ? [demo] : [anthropic, demo];
  if (wanted === undefined) return models;
  const chosen = models.find(({ id }) => id === wanted);
  if (chosen === undefined) throw new Error(missing(wanted));
  return [chosen, ...models.filter((model) => model !== chosen)];
}

function anthropicModel({ anthropic }: Settings, wanted: string | undefined): Model | undefined {
  if (anthropic === undefined) return undefined;
  const { apiKey, baseUrl } = anthropic;
  const model = wanted?.startsWith('anthropic/')
    ? wanted.slice('anthropic/'.length)
    : DEFAULT_ANTHROPIC_MODEL;
  return createAnthropicModel({ model, apiKey, ...(baseUrl === undefined ? {} : { baseUrl }) });
}

function missing(wanted: string): string {
  return wanted.startsWith('anthropic/')
    ? `MILLRACE_MODEL names ${wanted}, but ANTHROPIC_API_KEY is not set. Set it, or unset MILLRACE_MODEL.`
    : `MILLRACE_MODEL names ${wanted}, which this version does not know. It knows demo/demo and anthropic/<model>.`;
}
