import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const DEFAULT_PORT = 4141;
const TRIES = 50;

/** Binds an address, the loopback one unless given: exactly `port`, or 4141 or the next one that is free. Resolves with the port. */
export async function listen(server: Server, port?: number, host = '127.0.0.1'): Promise<number> {
  if (port !== undefined) return listenOn(server, port, host);
  for (let next = DEFAULT_PORT; next < DEFAULT_PORT + TRIES; next++) {
    try {
      return await listenOn(server, next, host);
    } catch (error) {
      if (!(error instanceof PortTakenError)) throw error;
    }
  }
  throw new Error(`There is no free port from ${DEFAULT_PORT} upwards. Set PORT to a free one.`);
}

class PortTakenError extends Error {}

function listenOn(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException): void => {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      if (taken)
        reject(
          new PortTakenError(
            `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`,
          ),
        );
      else if (error.code === 'EADDRNOTAVAIL')
        reject(
          new Error(
            `This machine has no address ${host}. Set MILLRACE_HOST to one that it has, or to 0.0.0.0.`,
          ),
        );
      else reject(error);
    };
    server.once('error', refused);
    server.listen(port, host, () => {
      server.off('error', refused);
      // A TCP server that listens has an address object.
      resolve((server.address() as AddressInfo).port);
    });
  });
}
