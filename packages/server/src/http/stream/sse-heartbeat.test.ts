import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { HEARTBEAT_HEADER } from '@millrace/engine/run';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSse } from './sse-stream.ts';

test('C252 a silent stream shows at once and every 15 seconds that it is alive, and says so', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = createServer((_request, response) => void openSse(response));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (data) => {
    text += data.toString();
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => text).toContain('text/event-stream');
  const beats = () => expect.poll(() => text.match(/: \n\n/g)?.length, { timeout: 10_000 });
  // The first one comes at once: a proxy may have let only the headers through.
  await beats().toBe(1);
  expect(text).toContain(`${HEARTBEAT_HEADER}: 15000`);
  vi.advanceTimersByTime(14_999);
  expect(text.match(/: \n\n/g)).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await beats().toBe(2);
  vi.advanceTimersByTime(30_000);
  await beats().toBe(4);
});
