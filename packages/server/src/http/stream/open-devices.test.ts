import { afterEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../../../fixtures/running-server.ts';
import { createDemoModel } from '../../models/demo/demo.ts';
import { deviceName } from '../request/device-name.ts';
import { createOpenDevices } from './open-devices.ts';

let server: RunningServer | undefined;
afterEach(async () => server?.close());

test('C33 a device is named by its model, or by its browser and system', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0';
  const names = [
    [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome} Mobile Safari/537.36`, 'Pixel 9'],
    [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Chrome on Android'],
    ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/150.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36`, 'Chrome on Mac'],
    ['curl/8.0', 'another device'],
  ] as const;
  for (const [userAgent, name] of names) expect(deviceName(userAgent)).toBe(name);
});

test('C33 a device is open as long as one of its streams is', () => {
  const devices = createOpenDevices();
  let told = 0;
  devices.subscribe(() => void told++);
  const leave = [1, 2].map(() => devices.enter({ id: 'a', name: 'A' }));
  expect(devices.others('b')).toEqual([{ id: 'a', name: 'A' }]);
  expect(devices.others('a')).toEqual([]);
  leave[0]?.();
  leave[0]?.();
  expect(devices.others('b')).toHaveLength(1);
  leave[1]?.();
  expect(devices.others('b')).toEqual([]);
  expect(told).toBe(2);
});

test('C33 the stream of the chat list tells which other devices have it open', async () => {
  server = await startServer([createDemoModel({ folder: 'fixtures/demo', paceMs: 0 })]);
  const { url } = server;
  const first = (await server.api('GET', '/api/sync')).body?.getReader();
  const next = async (): Promise<string> => new TextDecoder().decode((await first?.read())?.value);
  expect(await next()).toContain('{"chats":[]}');
  const device = await server.signIn();
  const leaves = new AbortController();
  const headers = { ...device, 'user-agent': 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/150.0' };
  await fetch(`${url}/api/sync`, { headers, signal: leaves.signal });
  expect(await next()).toMatch(/"devices":\[\{"id":"[\w-]+","name":"Pixel 9"\}\]/);
  leaves.abort();
  expect(await next()).toContain('"devices":[]');
  await first?.cancel();
});
