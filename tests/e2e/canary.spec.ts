import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { isLong } from '../../fixtures/long.ts';
import { takeFiles } from '../thief/loot.ts';
import { findMarks, mark, STEM } from '../thief/marks.ts';
import { expect, pageKey, send, signIn, test } from './app.ts';

/** In the long form (`MILLRACE_LONG=1`) a thousand; most of them come by the API, in chats that the page then shows. */
const MESSAGES = isLong ? 1000 : 3;
/** Those that the page itself sends. */
const BY_HAND = 3;

// README: unsent text is stored readable in the browser. The word behind the mark is in nothing else.
const DRAFT = `${STEM} unsent`;
const unsent = (bytes: Buffer): Buffer => {
  const forms = [DRAFT, Buffer.from(DRAFT, 'utf16le').toString('latin1')];
  return Buffer.from(
    forms.reduce((text, form) => text.replaceAll(form, ''), bytes.toString('latin1')),
    'latin1',
  );
};

/** The files of a browser's profile that hold marks. */
const marksIn = (profile: string, clean?: (bytes: Buffer) => Buffer): string[] =>
  takeFiles(profile).flatMap(({ name, bytes }) =>
    findMarks(bytes, name, clean).map(({ form }) => `${name}: ${form}`),
  );

async function withProfile(
  launch: Parameters<typeof chromium.launchPersistentContext>[1],
  work: (page: Page) => Promise<void>,
  look: (profile: string) => void,
): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'millrace-profile-'));
  try {
    const context = await chromium.launchPersistentContext(profile, launch);
    await work(context.pages()[0] ?? (await context.newPage()));
    await context.close();
    look(profile);
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const IN_EACH = 10;
const PATIENT = { timeout: 600_000, intervals: [200, 1000] };

/** Sends messages as another tab would, ten into each chat, and waits for all answers. Gives the ids of the chats. */
async function sendByProgram(page: Page, url: string, messages: number): Promise<string[]> {
  const { headers } = await pageKey(page);
  // So many at once are told to wait.
  const post = (path: string, data: object): Promise<void> =>
    expect
      .poll(async () => (await page.request.post(`${url}${path}`, { headers, data })).ok(), PATIENT)
      .toBe(true);
  const isBusy = async (): Promise<boolean> => {
    const answer = await page.request.get(`${url}/api/chats`, { headers });
    const { chats } = (await answer.json()) as { chats: readonly { run_id: string | null }[] };
    return chats.some(({ run_id }) => run_id !== null);
  };
  const chats = Array.from({ length: Math.ceil(messages / IN_EACH) }, (_, n) => `canary-${n}`);
  for (const id of chats) await post('/api/chats', { id });
  for (let round = 0; round < IN_EACH; round += 1) {
    for (const id of chats)
      await post(`/api/chats/${id}/messages`, {
        command_id: `${id}-${round}`,
        text: mark(`in ${id} ${round}`),
      });
    await expect.poll(isBusy, PATIENT).toBe(false);
  }
  return chats;
}

test('S97 the profile of a browser that showed messages holds none of their words but what was not sent', async ({
  app,
  launchOptions,
}) => {
  if (isLong) test.setTimeout(3_600_000);
  await withProfile(
    launchOptions,
    async (page) => {
      await signIn(page, app);
      for (const chat of await sendByProgram(page, app.url, MESSAGES - BY_HAND)) {
        await page.goto(`${app.url}/chat/${chat}`);
        await expect(page.locator('.mr-message-user').last()).toContainText(STEM);
      }
      for (let n = 0; n < BY_HAND; n += 1) {
        await page.goto(app.url);
        await send(page, mark(`message ${n}`));
      }
      await page.reload();
      await expect(page.locator('.mr-message-user')).toContainText(STEM);
      await page.getByRole('textbox', { name: 'Message' }).fill(DRAFT);
      await page.waitForFunction((text) => JSON.stringify(localStorage).includes(text), DRAFT);
    },
    (profile) => {
      expect(marksIn(profile).length).toBeGreaterThan(0);
      expect(marksIn(profile, unsent)).toEqual([]);
    },
  );
});

test('S97 a word that a page keeps is found in each place that a browser has for it', async ({
  app,
  launchOptions,
}) => {
  await withProfile(
    launchOptions,
    async (page) => {
      await page.goto(app.url);
      await page.evaluate(async (text) => {
        localStorage.setItem('planted', text);
        await (await caches.open('planted')).put('/planted', new Response(text));
        await new Promise((resolve) => {
          const asked = indexedDB.open('planted', 1);
          asked.onupgradeneeded = () => asked.result.createObjectStore('texts');
          asked.onsuccess = () => {
            const write = asked.result.transaction('texts', 'readwrite');
            write.objectStore('texts').put({ text }, 1);
            write.oncomplete = resolve;
          };
        });
      }, mark('planted'));
    },
    (profile) => {
      const found = marksIn(profile).join('\n');
      for (const place of ['Local Storage', 'IndexedDB', 'CacheStorage']) expect(found).toContain(place);
    },
  );
});
