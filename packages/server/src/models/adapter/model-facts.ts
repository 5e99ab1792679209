import { knownPrice } from './known-price.ts';
import { knownWindow } from './known-window.ts';
import type { Model } from './model.ts';
import type { ProviderOptions } from './provider.ts';

/** The facts about a model that are the same on every wire: what its provider lists, else what its name tells. Pure. */
export function factsOf({
  model,
  contextWindow,
  listed,
}: Pick<ProviderOptions, 'model' | 'contextWindow' | 'listed'>): Pick<
  Model,
  'name' | 'contextWindow' | 'price'
> {
  const price = listed?.price ?? knownPrice(model);
  return {
    name: listed?.label ?? model,
    contextWindow: contextWindow ?? listed?.contextWindow ?? knownWindow(model),
    ...(price !== undefined && { price }),
  };
}
