/**
 * The port of this worker's server, once it has one. The servers of its tests come one after the other at one address: the
 * browser then keeps the page's code and its process, which to load and to start costs more than many a test.
 */
let port = 0;

/** The port to listen on; the first time any that is free. */
export const ownPort = (): number => port;

/** Keeps the port of a server that has started. */
export function keepPort(url: string): void {
  port = Number(new URL(url).port);
}
