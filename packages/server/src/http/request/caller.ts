import type { HttpBindings } from '@hono/node-server';
import type { TokenScope } from '@millrace/engine/run';
import type { Context, MiddlewareHandler } from 'hono';
import type { Account, Role } from '../../store/account.ts';
import { knownDevice } from './device-name.ts';
import { problem } from './problem.ts';

declare module 'hono' {
  interface ContextVariableMap {
    account: Account;
    /** Names the signed-in device, or the token of a program. */
    device: string;
    pass: Pass;
    /** An address of this server that other devices can open; undefined where there is none. */
    address: string | undefined;
  }
}

/** The session of a browser, or the API token, that lets a caller in. */
export type Pass =
  | {
      readonly type: 'session';
      /** The id that the session is kept under. */
      readonly hash: string;
      readonly expiresAt: number;
    }
  | {
      readonly type: 'token';
      readonly id: string;
      /** Its name for people. */
      readonly name: string;
      readonly scopes: readonly TokenScope[];
      readonly expiresAt: number | null;
    };

/** The account that asks, its device, and what lets it in. */
export interface Caller {
  readonly account: Account;
  readonly device: string;
  readonly pass: Pass;
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
  const { caller } = c.env as CallerBindings;
  setCaller(c, caller);
  c.set('address', caller.address);
  // So that a page can tell its own decisions from those of other devices.
  c.header(DEVICE_HEADER, caller.device);
  await next();
};

/** Tells the routes behind who asks. */
export function setCaller(c: Context, { account, device, pass }: Caller): void {
  c.set('account', account);
  c.set('device', device);
  c.set('pass', pass);
}

/** The caller's name for people: that of the token, or what the browser says of its device. Undefined when it says nothing. */
export function callerName(c: Context): string | undefined {
  const pass = c.get('pass');
  return pass.type === 'token' ? pass.name : knownDevice(c.req.header('user-agent') ?? '');
}

/** Routes for some roles: for others there is nothing. */
export function requireRole(...roles: readonly Role[]): MiddlewareHandler {
  return async (c, next) => {
    if (!roles.includes(c.get('account').role))
      throw problem(404, 'not_found', `There is nothing at ${c.req.path}.`);
    await next();
  };
}
