import { createServer } from 'node:http';
import { format } from 'node:util';
import type { Observe } from '@millrace/server';
import type { Settings } from '../settings.ts';

/** Those who are told of what a server does. */
export interface Observers {
  /** Undefined where nobody wants to know. */
  readonly observe: Observe | undefined;
  close(): void;
}

/** The place where an SDK of OpenTelemetry leaves itself for the API. */
const TELEMETRY = Symbol.for('opentelemetry.js.api.1');

/** Opens the metrics, the log and the spans that the settings and the process want. What nobody wants is not loaded. */
export async function openObservers({ metrics, log }: Pick<Settings, 'metrics' | 'log'>): Promise<Observers> {
  const observers: Observe[] = [];
  const closing: (() => void)[] = [];
  if (log !== undefined) {
    const { createRunLog } = await import('./create-run-log.ts');
    const { observe, tell } = createRunLog(log);
    observers.push(observe);
    // A bare line would stand among lines of JSON.
    for (const level of ['warn', 'error'] as const)
      console[level] = (...words) => tell(level, format(...words));
  }
  if (metrics !== undefined) {
    const { createMetrics } = await import('./create-metrics.ts');
    const made = createMetrics();
    observers.push(made.observe);
    const server = createServer((request, response) => {
      if (request.url !== '/metrics') return void response.writeHead(404).end();
      made.print().then(
        (text) => response.writeHead(200, { 'content-type': made.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', () =>
        reject(
          new Error(
            `MILLRACE_METRICS is ${metrics.host}:${metrics.port}, which can't be listened on. Choose another port.`,
          ),
        ),
      );
      server.listen(metrics.port, metrics.host, resolve);
    });
    closing.push(() => void server.close(() => {}).closeAllConnections());
  }
  if (TELEMETRY in globalThis) {
    const { createSpans } = await import('./create-spans.ts');
    observers.push(createSpans());
  }
  return {
    observe: observers.length === 0 ? undefined : tellAll(observers),
    close() {
      for (const close of closing) close();
    },
  };
}

/** One observer for all. */
function tellAll(observers: readonly Observe[]): Observe {
  return (seen) => {
    for (const observe of observers) observe(seen);
  };
}
