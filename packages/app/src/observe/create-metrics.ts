import type { Observation, Observe } from '@millrace/server';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The measurements of a server, as Prometheus reads them. */
export interface Metrics {
  readonly observe: Observe;
  readonly contentType: string;
  print(): Promise<string>;
}

const REQUEST_S = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const MODEL_S = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256];
const LONG_S = [0.1, 1, 5, 15, 60, 300, 900, 3600];

/** Counts what a server does. docs/observe.md lists the names. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const own = { registers: [registry] };
  collectDefaultMetrics({ register: registry, prefix: 'millrace_' });
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `millrace_${name}`, help, labelNames, ...own });
  const gauge = (name: string, help: string) => new Gauge({ name: `millrace_${name}`, help, ...own });
  const histogram = (name: string, help: string, buckets: number[], ...labelNames: string[]) =>
    new Histogram({ name: `millrace_${name}`, help, buckets, labelNames, ...own });

  const requests = histogram(
    'request_seconds',
    'Requests by route and status; of a stream until it began.',
    REQUEST_S,
    'method',
    'route',
    'status',
  );
  const streams = gauge('streams', 'Streams that are open.');
  const running = gauge('runs', 'Runs that are worked on here.');
  const taken = counter(
    'runs_taken_total',
    'Runs that were taken up here; again: somebody had worked on it before.',
    'again',
  );
  const left = counter(
    'runs_left_total',
    'Runs that are no longer worked on here, by how they were left.',
    'status',
    'model',
  );
  const worked = histogram(
    'run_seconds',
    'The time that a run was worked on here at a stretch.',
    LONG_S,
    'status',
  );
  const calls = histogram('model_seconds', 'Requests to models.', MODEL_S, 'model', 'status');
  const first = histogram(
    'model_first_token_seconds',
    'The time until the first block of a model.',
    MODEL_S,
    'model',
  );
  const tokens = counter('tokens_total', 'Tokens, as providers count them.', 'model', 'kind');
  const cost = counter('cost_dollars_total', 'The cost of tokens, by the prices that are known.', 'model');
  const tools = histogram('tool_seconds', 'Calls of tools.', LONG_S, 'tool', 'status');
  const waits = histogram('person_seconds', 'The time that a call waited for a person.', LONG_S);

  const seen: {
    readonly [Type in Observation['type']]: (what: Extract<Observation, { type: Type }>) => void;
  } = {
    request: ({ method, route, status, ms }) =>
      requests.observe({ method, route, status: String(status) }, ms / 1000),
    streams: ({ open }) => streams.set(open),
    run_taken({ again }) {
      running.inc();
      taken.inc({ again: String(again) });
    },
    run_left({ status, model, taken_at, left_at }) {
      running.dec();
      left.inc({ status, model });
      worked.observe({ status }, seconds(taken_at, left_at));
    },
    step_ended({ model, step, cost: dollars }) {
      const { type, status, started_at, first_at, ended_at = started_at, usage, name } = step;
      const took = seconds(started_at, ended_at);
      if (type === 'tool') tools.observe({ tool: name, status }, took);
      else if (type === 'person') waits.observe(took);
      else {
        calls.observe({ model, status }, took);
        if (first_at !== undefined) first.observe({ model }, seconds(started_at, first_at));
        for (const [kind, count] of Object.entries(usage ?? {}))
          if (count > 0) tokens.inc({ model, kind: kind.replace(/_tokens$/, '') }, count);
        if (dollars !== undefined) cost.inc({ model }, dollars);
      }
    },
  };
  return {
    contentType: registry.contentType,
    // The type chooses the function, so the pair fits.
    observe: (what) => (seen[what.type] as (what: Observation) => void)(what),
    print: () => registry.metrics(),
  };
}

const seconds = (from: number, to: number): number => Math.max(0, to - from) / 1000;
