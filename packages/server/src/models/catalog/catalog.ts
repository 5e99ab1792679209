import type { Model } from '../adapter/model.ts';

/** The models that a server offers. It may change while the server runs. */
export interface ModelCatalog {
  /** The first one answers when nobody chose. */
  list(): readonly Model[];
  /** Also finds models that are not listed, where their provider is known. */
  find(id: string): Model | undefined;
}

/** A catalog that never changes. */
export function catalogOf(models: readonly Model[]): ModelCatalog {
  if (models.length === 0) throw new TypeError('createServer: models must contain at least one model.');
  const byId = new Map(models.map((model) => [model.id, model]));
  return { list: () => models, find: (id) => byId.get(id) };
}
