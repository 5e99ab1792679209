import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { openSse } from './sse-stream.ts';

test('C4 a silent stream shows every 15 seconds that it is alive', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const server = createServer((_request, response) => void openSse(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('data', (data) => {
    text += data.toString();
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => text).toContain('text/event-stream');
  vi.advanceTimersByTime(14_999);
  vi.advanceTimersByTime(1);
  await expect.poll(() => text.match(/: \n\n/g)?.length).toBe(1);
  vi.advanceTimersByTime(30_000);
  await expect.poll(() => text.match(/: \n\n/g)?.length).toBe(3);
  socket.destroy();
  server.closeAllConnections();
  server.close();
  vi.useRealTimers();
});
