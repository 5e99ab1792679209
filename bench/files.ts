import { randomFillSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createSink } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSealer, createServer, type Model, openSqliteStore } from '@millrace/server';
import type { Browser, Page } from '@playwright/test';
import { launchChromium, readTasks } from './site.ts';
import { printTable, times, whole } from './table.ts';

const MANY = 20;
const BYTES = 10 * 1024 * 1024;
const TRACED = { categories: ['-*', '__metadata', 'toplevel'] };

const silent: Model = {
  id: 'bench/silent',
  name: 'Silent',
  reads: ['image', 'pdf'],
  // It is never asked.
  async *stream() {},
};

/** Twenty pictures of 10 MB, and as many files of other bytes, given to the page at once; a bare `fetch` sends the same bytes beside it. */
export async function benchFiles(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
  const store = openSqliteStore(join(folder, 'store.sqlite'), { sealer: createSealer(new Uint8Array(32)) });
  // Beside the built benchmark.
  const web = fileURLToPath(new URL('../../packages/app/dist/web', import.meta.url));
  const server = await createServer({ store, models: [silent], port: 0, web });
  const browser = await launchChromium();
  try {
    const pictures = await makeFiles(folder, 'jpg', await largePicture(browser));
    const others = await makeFiles(folder, 'bin', Buffer.alloc(BYTES, 1));
    const rows: string[][] = [];
    for (const [name, paths] of [
      [`${MANY} pictures of 10 MB`, pictures],
      [`${MANY} other files of 10 MB`, others],
    ] as const) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(await server.startLink());
      await page.getByRole('textbox', { name: 'Message' }).waitFor();
      const { ms, longest, memory } = await give(browser, page, paths);
      await page.close();
      const bare = await bareFetch(browser, paths);
      rows.push([
        name,
        `${whole(ms)} ms`,
        `${longest.toFixed(0)} ms`,
        `${whole(memory)} MB`,
        times(bare / ms),
      ]);
    }
    printTable(
      'Files are given to the page, until the server has all of them',
      ['files', 'time', 'longest task', 'memory more', 'speed of a bare fetch'],
      rows,
    );
  } finally {
    await browser.close();
    await server.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A JPEG of noise, padded to its size behind its end. */
async function largePicture(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage();
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 3000);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('There is no canvas.');
    for (let i = 0; i < 20_000; i += 1) {
      context.fillStyle = `hsl(${(i * 137) % 360} 80% 50%)`;
      context.fillRect((i * 7919) % 4000, (i * 104_729) % 3000, 90, 60);
    }
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer());
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192)
      text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  });
  await page.close();
  const picture = Buffer.from(base64, 'base64');
  return Buffer.concat([picture, Buffer.alloc(Math.max(0, BYTES - picture.length))]);
}

async function makeFiles(folder: string, ending: string, bytes: Buffer): Promise<string[]> {
  return Array.from({ length: MANY }, (_, i) => {
    // No two have one content.
    randomFillSync(bytes, bytes.length - 16, 16);
    const path = join(folder, `${i}.${ending}`);
    writeFileSync(path, bytes);
    return path;
  });
}

async function give(
  browser: Browser,
  page: Page,
  paths: readonly string[],
): Promise<{ readonly ms: number; readonly longest: number; readonly memory: number }> {
  const session = await browser.newBrowserCDPSession();
  const memoryNow = async (): Promise<number> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    return renderers.reduce((sum, { id }) => sum + residentOf(id), 0);
  };
  const before = await memoryNow();
  let most = before;
  await browser.startTracing(page, TRACED);
  const began = performance.now();
  await page.locator('input[type=file]').setInputFiles([...paths]);
  for (let ready = 0; ready < MANY; ) {
    most = Math.max(most, await memoryNow());
    ready = await page
      .locator('.mr-file-chip .mr-file-chip-note')
      .filter({ hasText: /\d (KB|MB)/ })
      .count();
  }
  const ms = performance.now() - began;
  const tasks = readTasks((await browser.stopTracing()).toString());
  return { ms, longest: tasks.reduce((a, b) => Math.max(a, b), 0), memory: (most - before) / 1024 / 1024 };
}

/** The resident bytes of a process that shares them with no other. */
function residentOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const of = (name: string): number => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return (of('Private_Dirty') + of('Private_Clean')) * 1024;
}

/** How long a page takes to send the same bytes, one file after the other, to a server that drops them. */
async function bareFetch(browser: Browser, paths: readonly string[]): Promise<number> {
  const sink = createSink((request, response) => {
    request.resume();
    request.on('end', () =>
      response.setHeader('content-type', 'text/html').end('<input type=file multiple>'),
    );
  });
  await new Promise<void>((listening) => sink.listen(0, '127.0.0.1', listening));
  // It listens on a port, not on a pipe.
  const { port } = sink.address() as AddressInfo;
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.locator('input').setInputFiles([...paths]);
  const ms = await page.evaluate(async () => {
    const files = Array.from(document.querySelector('input')?.files ?? []);
    const began = performance.now();
    for (const body of files) await fetch('/', { method: 'POST', body });
    return performance.now() - began;
  });
  await page.close();
  sink.close();
  return ms;
}
