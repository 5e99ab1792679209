import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HEADERS } from './headers.ts';
import type { Limits } from './limits.ts';

/**
 * Closes connections that hold the server up: whose request does not arrive in time, that say nothing, or that do not take
 * their answer. A request that the server itself is at work on may take as long as it needs.
 */
export function closeSlowPeers(server: Server, { slowMs, connections }: Limits): void {
  const answers = new WeakMap<Socket, ServerResponse>();
  server.headersTimeout = slowMs;
  server.requestTimeout = slowMs;
  server.maxConnections = connections;
  server.setTimeout(slowMs, (socket) => {
    const answer = answers.get(socket);
    const isWorking = answer !== undefined && !answer.headersSent && !answer.destroyed;
    if (!isWorking) socket.destroy();
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    answers.set(socket, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable && error.code !== 'ECONNRESET') socket.end(refusal(error.code));
    else socket.destroy();
  });
}

const REFUSALS: Readonly<Record<string, readonly [status: string, words: string]>> = {
  // Other servers of this host can set cookies that are sent here, too.
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    `The headers are too large. Delete this address's cookies in your browser, then sign in again with the link that "npx millrace link" prints.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive. Send it again.'],
};

/** The answer to what is no request: nothing of ours has seen it yet. */
function refusal(code = ''): string {
  const [status, words] = REFUSALS[code] ?? ['400 Bad Request', 'This is not an HTTP request.'];
  const headers = { ...HEADERS, 'content-type': 'text/plain; charset=utf-8', connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status}`, ...lines, `content-length: ${Buffer.byteLength(words)}`, '', words].join(
    '\r\n',
  );
}
