import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type CDPSession, chromium } from '@playwright/test';
import { build } from 'vite';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Builds the page of a folder as an app would, and serves it. */
export async function servePage(name: string): Promise<{ readonly url: string; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
  await build({
    root: fileURLToPath(new URL(`../${name}`, import.meta.url)),
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 5000 },
  });
  const server = createServer((request, response) => {
    const asked = decodeURIComponent(new URL(request.url ?? '/', 'http://127.0.0.1').pathname);
    const path = asked === '/' ? '/index.html' : asked;
    readFile(join(folder, path)).then(
      (body) =>
        response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // It listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  // Not a module with types: the same search as for the browser tests.
  const { ensureChromium } = (await import(new URL('../../scripts/chromium.mjs', import.meta.url).href)) as {
    ensureChromium(): string;
  };
  const args = ['--no-sandbox', '--disable-gpu', ...more];
  return chromium.launch({ executablePath: ensureChromium(), args });
}

/** What a page has cost until now, in seconds of the main thread's processor. */
export async function metrics(session: CDPSession): Promise<Map<string, number>> {
  const { metrics: list } = await session.send('Performance.getMetrics');
  return new Map(list.map(({ name, value }) => [name, value]));
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** The clock, and the processor's time of the thread: both in microseconds, at the beginning. */
  readonly ts?: number;
  readonly tts?: number;
  /** Microseconds of the processor. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } };
}

/** What the main threads of a trace have done, in its order. */
function mainEvents(trace: string): readonly TraceEvent[] {
  // The browser's own format.
  const { traceEvents } = JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] };
  const mains = new Set<string>();
  for (const { name, pid, tid, args } of traceEvents) {
    if (name === 'thread_name' && args?.name === 'CrRendererMain') mains.add(`${pid}:${tid}`);
  }
  return traceEvents
    .filter(({ pid, tid }) => mains.has(`${pid}:${tid}`))
    .sort((a, b) => (a.ts ?? 0) - (b.ts ?? 0));
}

const TASK = 'ThreadControllerImpl::RunTask';

/** How long the main thread worked on each task. */
export function readTasks(trace: string): number[] {
  return mainEvents(trace)
    .filter(({ name }) => name === TASK)
    .map(({ tdur = 0 }) => tdur / 1000);
}

/**
 * How long the main thread worked from each key until its picture was painted and laid into layers, in milliseconds of its processor: all
 * that it did in between counts, and no other program does.
 */
export function readKeys(trace: string): number[] {
  const keys: number[] = [];
  let begun: number | undefined;
  for (const { name, tts = 0, tdur = 0, args } of mainEvents(trace)) {
    if (name === 'EventDispatch' && args?.data?.type === 'keydown') begun ??= tts;
    if (name !== 'Layerize' || begun === undefined) continue;
    keys.push((tts + tdur - begun) / 1000);
    begun = undefined;
  }
  return keys;
}
