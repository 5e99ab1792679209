import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const DEFAULT_PORT = 4141;
const TRIES = 50;

/** Binds the loopback address: exactly `port`, or 4141 or the next one that is free. Resolves with the port. */
export async function listen(server: Server, port?: number): Promise<number> {
  if (port !== undefined) return listenOn(server, port);
  for (let next = DEFAULT_PORT; next < DEFAULT_PORT + TRIES; next++) {
    try {
      return await listenOn(server, next);
    } catch (error) {
      if (!(error instanceof PortTakenError)) throw error;
    }
  }
  throw new Error(`There is no free port from ${DEFAULT_PORT} upwards. Set PORT to a free one.`);
}

class PortTakenError extends Error {}

function listenOn(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException): void => {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      reject(
        taken
          ? new PortTakenError(
              `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`,
            )
          : error,
      );
    };
    server.once('error', refused);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', refused);
      // A TCP server that listens has an address object.
      resolve((server.address() as AddressInfo).port);
    });
  });
}
