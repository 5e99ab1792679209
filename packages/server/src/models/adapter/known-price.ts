import type { ModelPrice } from '@millrace/engine/run';

// The published prices of models whose providers do not list them: US dollars for a million tokens of input and output. Only a whole
// name counts, with or without a date: a wrong price is worse than none.
const PRICES: Readonly<Record<string, readonly [input: number, output: number]>> = {
  'claude-3-haiku': [0.25, 1.25],
  'claude-3-5-haiku': [0.8, 4],
  'claude-haiku-4-5': [1, 5],
  'claude-3-5-sonnet': [3, 15],
  'claude-3-7-sonnet': [3, 15],
  'claude-sonnet-4': [3, 15],
  'claude-sonnet-4-5': [3, 15],
  'claude-sonnet-4-6': [3, 15],
  'claude-3-opus': [15, 75],
  'claude-opus-4': [15, 75],
  'claude-opus-4-1': [15, 75],
  'claude-opus-4-5': [5, 25],
  'claude-opus-4-6': [5, 25],
  'gpt-3.5-turbo': [0.5, 1.5],
  'gpt-4-turbo': [10, 30],
  'gpt-4o': [2.5, 10],
  'gpt-4o-mini': [0.15, 0.6],
  'gpt-4.1': [2, 8],
  'gpt-4.1-mini': [0.4, 1.6],
  'gpt-4.1-nano': [0.1, 0.4],
  'gpt-5': [1.25, 10],
  'gpt-5-mini': [0.25, 2],
  'gpt-5-nano': [0.05, 0.4],
  'gpt-5.1': [1.25, 10],
  'gpt-5.2': [1.75, 14],
  o1: [15, 60],
  o3: [2, 8],
  'o3-mini': [1.1, 4.4],
  'o4-mini': [1.1, 4.4],
  'gemini-2.5-flash': [0.3, 2.5],
  'gemini-2.5-flash-lite': [0.1, 0.4],
};

const DATE = /-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/;

/** The published price of a model, where it is known. Pure. */
export function knownPrice(model: string): ModelPrice | undefined {
  const name = Object.hasOwn(PRICES, model) ? model : model.replace(DATE, '');
  const [input, output] = (Object.hasOwn(PRICES, name) && PRICES[name]) || [];
  return input === undefined || output === undefined ? undefined : { input, output };
}
