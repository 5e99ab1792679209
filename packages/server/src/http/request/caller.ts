import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { Account, Role } from '../../store/account.ts';
import { problem } from './problem.ts';

declare module 'hono' {
  interface ContextVariableMap {
    account: Account;
    /** Names the signed-in device. */
    device: string;
    /** The id that its session is kept under. */
    session: string;
    /** An address of this server that other devices can open; undefined where there is none. */
    address: string | undefined;
  }
}

/** The account that asks, and its device. */
export interface Caller {
  readonly account: Account;
  readonly device: string;
  readonly session: string;
}

/** A caller, and an address of this server that other devices of theirs can open. */
export interface PlacedCaller extends Caller {
  readonly address: string | undefined;
}

/** The parts of a request that Node gives, and who sends it. */
interface CallerBindings extends HttpBindings {
  readonly caller: PlacedCaller;
}

const DEVICE_HEADER = 'x-millrace-device';

/** Tells the routes of a room who asks. */
export const takeCaller: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
  // Only the doors of the server ask a room, and they say who asks.
  const { account, device, session, address } = (c.env as CallerBindings).caller;
  c.set('account', account);
  c.set('device', device);
  c.set('session', session);
  c.set('address', address);
  // So that a page can tell its own decisions from those of other devices.
  c.header(DEVICE_HEADER, device);
  await next();
};

/** Routes for some roles: for others there is nothing. */
export function requireRole(...roles: readonly Role[]): MiddlewareHandler {
  return async (c, next) => {
    if (!roles.includes(c.get('account').role))
      throw problem(404, 'not_found', `There is nothing at ${c.req.path}.`);
    await next();
  };
}
