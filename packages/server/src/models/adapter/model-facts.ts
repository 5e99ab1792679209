import { knownKinds } from './known-kinds.ts';
import { knownPrice } from './known-price.ts';
import { knownWindow } from './known-window.ts';
import type { FileKind, Model } from './model.ts';
import type { ProviderOptions } from './provider.ts';

/** The kinds of files that a wire has words for, and those of a model there of which nothing is known. */
interface WireKinds {
  readonly prints: readonly FileKind[];
  readonly otherwise?: readonly FileKind[];
}

/** The facts about a model that are the same on every wire: what its provider lists, else what its name tells. Pure. */
export function factsOf(
  { model, contextWindow, listed }: Pick<ProviderOptions, 'model' | 'contextWindow' | 'listed'>,
  { prints, otherwise = [] }: WireKinds,
): Pick<Model, 'name' | 'contextWindow' | 'price' | 'reads'> {
  const price = listed?.price ?? knownPrice(model);
  return {
    name: listed?.label ?? model,
    contextWindow: contextWindow ?? listed?.contextWindow ?? knownWindow(model),
    reads: (listed?.reads ?? knownKinds(model, otherwise)).filter((kind) => prints.includes(kind)),
    ...(price !== undefined && { price }),
  };
}
