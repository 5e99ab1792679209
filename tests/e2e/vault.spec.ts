import { expect, type Page, test } from '@playwright/test';
import { accountKeys, chatKeys } from '../../packages/server/src/vault/keys.ts';
import { openRecord, sealRecord, sealRecordTo } from '../../packages/server/src/vault/record.ts';
import { wrapKeyTo } from '../../packages/server/src/vault/wrapped-key.ts';
import { buildLibraryPage } from './library-page.ts';

const PLACE = { account: 'a', chat: 'c', kind: 'put', msgId: 'm', rev: 0 };
const WRAP = { account: 'a', purpose: 'vault_key', id: 'device' } as const;
const SECRET = Uint8Array.from({ length: 32 }, (_, i) => i);
const PLAIN = new TextEncoder().encode('# Grüße aus der Mühle');

/** An empty page at a name with TLS, as WebCrypto wants it, with the vault in it. */
async function show(page: Page): Promise<void> {
  const { script } = await buildLibraryPage('vault');
  await page.route('https://vault.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Vault</title>' }),
  );
  await page.goto('https://vault.test/');
  await page.addScriptTag({ content: script });
}

test('S38 Chromium opens what Node sealed, Node opens what Chromium sealed, and moved records stay closed', async ({
  page,
}) => {
  await show(page);
  const chat = chatKeys(SECRET);
  const records = [sealRecord(chat, PLACE, PLAIN), sealRecordTo(chat.publicKey, PLACE, PLAIN)];
  const args = { secret: [...SECRET], place: PLACE, records: records.map((record) => [...record]) };
  const found = await page.evaluate(async ({ secret, place, records }) => {
    const { openRecord, sealRecord, sealRecordTo } = window.vault;
    const chat = await window.vault.chatKeys(Uint8Array.from(secret));
    const opened = [];
    for (const record of records) {
      const own = await openRecord(chat, place, Uint8Array.from(record));
      const moved = await openRecord(chat, { ...place, chat: 'd' }, Uint8Array.from(record));
      opened.push([own.problem ?? new TextDecoder().decode(own.plain), moved.problem]);
    }
    const plain = new TextEncoder().encode('from Chromium');
    const sealed = [await sealRecord(chat, place, plain), await sealRecordTo(chat.publicKey, place, plain)];
    return { keyId: chat.keyId, opened, sealed: sealed.map((record) => [...record]) };
  }, args);
  expect(found.keyId).toBe(chat.keyId);
  expect(found.opened).toEqual([
    ['# Grüße aus der Mühle', 'refused'],
    ['# Grüße aus der Mühle', 'refused'],
  ]);
  for (const record of found.sealed) {
    const { plain } = openRecord(chat, PLACE, Uint8Array.from(record));
    expect(new TextDecoder().decode(plain)).toBe('from Chromium');
  }
});

test('S38 a device key comes back from IndexedDB, opens what was sealed to it, and can’t be read', async ({
  page,
}) => {
  await show(page);
  const publicKey = await page.evaluate(async () => {
    const device = await window.vault.generateDeviceKey();
    await new Promise((resolve, reject) => {
      const request = indexedDB.open('keys', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('keys').put(device, 'device');
      request.onsuccess = resolve;
      request.onerror = reject;
    });
    return [...device.publicKey];
  });
  const wrapped = wrapKeyTo(Uint8Array.from(publicKey), WRAP, SECRET);
  await show(page);
  const found = await page.evaluate(
    async ({ wrapped, place }) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('keys', 1);
        request.onsuccess = () => resolve(request.result);
        request.onerror = reject;
      });
      const device = await new Promise<Awaited<ReturnType<typeof window.vault.generateDeviceKey>>>(
        (resolve, reject) => {
          const request = database.transaction('keys').objectStore('keys').get('device');
          request.onsuccess = () => resolve(request.result);
          request.onerror = reject;
        },
      );
      const { plain } = await window.vault.unwrapKey(device, place, Uint8Array.from(wrapped));
      const read = await crypto.subtle.exportKey('pkcs8', device.privateKey).then(
        () => 'read',
        (error: DOMException) => error.name,
      );
      const vaultKey = plain ?? new Uint8Array();
      const account = await window.vault.accountKeys(vaultKey);
      const claim = { account: 'a', chat: 'c', publicKey: account.publicKey };
      const tag = await window.vault.tagChatKey(account.own, claim);
      const low = await window.vault.hpkeSeal(new Uint8Array(32), vaultKey, { info: '', aad: tag }).then(
        () => 'sealed',
        (error: Error) => error.message,
      );
      return { plain: [...vaultKey], read, keyId: account.keyId, low };
    },
    { wrapped: [...wrapped], place: WRAP },
  );
  expect(found.plain).toEqual([...SECRET]);
  expect(found.read).toBe('InvalidAccessError');
  expect(found.keyId).toBe(accountKeys(SECRET).keyId);
  expect(found.low).toContain('isPublicKey');
});
