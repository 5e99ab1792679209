import type { TokenUsage } from '@millrace/engine/message';
import type { ModelPrice, TraceStep } from '@millrace/engine/run';

/** The sums of a run's steps. */
export interface TraceSums {
  readonly began: number;
  readonly tookMs: number;
  readonly waitedMs: number;
  /** Until the first block of the first request. */
  readonly firstMs: number | undefined;
  readonly read: number;
  readonly written: number;
  /** The part of what was read that came from the provider's cache. */
  readonly cached: number;
  /** In US dollars, at most; undefined where the price is not known. */
  readonly cost: number | undefined;
}

/** The tokens that a request read. */
export function readBy({
  input_tokens,
  cache_read_input_tokens = 0,
  cache_creation_input_tokens = 0,
}: TokenUsage): number {
  return input_tokens + cache_read_input_tokens + cache_creation_input_tokens;
}

/** The cost of a request in US dollars. Tokens from a cache count in full, so it is at most this. */
export function costOf(usage: TokenUsage | undefined, price: ModelPrice | undefined): number | undefined {
  if (usage === undefined || price === undefined) return undefined;
  return (readBy(usage) * price.input + usage.output_tokens * price.output) / 1_000_000;
}

/** Adds up what the steps of a run have taken, until `now` for those that go on. Pure. */
export function sumsOf(steps: readonly TraceStep[], price: ModelPrice | undefined, now: number): TraceSums {
  const began = Math.min(...steps.map(({ started_at }) => started_at));
  const ended = Math.max(began, ...steps.map(({ ended_at = now }) => ended_at));
  const usages = steps.flatMap(({ usage }) => (usage === undefined ? [] : [usage]));
  const read = total(usages.map(readBy));
  const costs = usages.flatMap((usage) => costOf(usage, price) ?? []);
  const first = steps.find(({ first_at }) => first_at !== undefined);
  return {
    began,
    tookMs: ended - began,
    waitedMs: total(
      steps
        .filter(({ type }) => type === 'person')
        .map(({ started_at, ended_at = now }) => ended_at - started_at),
    ),
    firstMs: first?.first_at === undefined ? undefined : first.first_at - first.started_at,
    read,
    written: total(usages.map(({ output_tokens }) => output_tokens)),
    cached:
      read === 0 ? 0 : total(usages.map(({ cache_read_input_tokens = 0 }) => cache_read_input_tokens)) / read,
    cost: costs.length === 0 ? undefined : total(costs),
  };
}

const total = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0);
