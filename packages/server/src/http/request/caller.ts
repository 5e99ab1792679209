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
    /** When the person at it last showed who they are; 0 when that is not known. */
    confirmedAt: number;
    /** An address of this server that other devices can open; undefined where there is none. */
    address: string | undefined;
    /** The address of ours that was asked for. */
    origin: string;
    /** The address of the client. */
    client: string;
  }
}

/** The account that asks, and its device. */
export interface Caller {
  readonly account: Account;
  readonly device: string;
  readonly session: string;
  /** When the person last showed who they are; 0 when that is not known. */
  readonly confirmedAt: number;
}

/** A caller, and the addresses of both sides. */
export interface PlacedCaller extends Caller {
  /** An address of this server that other devices of theirs can open. */
  readonly address: string | undefined;
  /** The address of ours that was asked for. */
  readonly origin: string;
  /** The address of the client. */
  readonly client: string;
}

/** The parts of a request that Node gives, and who sends it. */
interface CallerBindings extends HttpBindings {
  readonly caller: PlacedCaller;
}

const DEVICE_HEADER = 'x-millrace-device';

/** Tells the routes of a room who asks. */
export const takeCaller: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
  // Only the doors of the server ask a room, and they say who asks.
  const { account, device, session, confirmedAt, address, origin, client } = (c.env as CallerBindings).caller;
  c.set('account', account);
  c.set('device', device);
  c.set('session', session);
  c.set('confirmedAt', confirmedAt);
  c.set('address', address);
  c.set('origin', origin);
  c.set('client', client);
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
