import type { MarkedToken, Model } from '@ironcalc/wasm';

/** The parts of the formula engine that a sheet needs. */
export interface Calculator {
  newModel(): Model;
  /** The words of a formula. Throws when it can't be read. */
  tokens(formula: string): MarkedToken[];
}

let loading: Promise<Calculator> | undefined;

/**
 * Loads the formula engine, which is large, when the first formula is there. It finds its WebAssembly file beside
 * itself, by `new URL(…, import.meta.url)`, which bundlers know. A load that failed is tried again by the next caller.
 */
export function loadCalculator(): Promise<Calculator> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Calculator> {
  const { default: start, getTokens, Model: SheetModel } = await import('@ironcalc/wasm');
  await start();
  return { newModel: () => new SheetModel('Sheet', 'en', 'UTC', 'en'), tokens: getTokens };
}
