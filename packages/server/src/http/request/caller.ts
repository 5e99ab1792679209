import type { TokenScope } from '@millrace/engine/run';
import type { Context, MiddlewareHandler } from 'hono';
import type { HTTPException } from 'hono/http-exception';
import type { Account, Role } from '../../store/account.ts';
import type { RequestParts } from './bindings.ts';
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
    /** The address of ours that was asked for. */
    origin: string;
    /** The address of the client. */
    client: string;
  }
}

/** The session of a browser, the API token, or the app around this server, that lets a caller in. */
export type Pass =
  | {
      readonly type: 'session';
      /** The id that the session is kept under. */
      readonly hash: string;
      readonly expiresAt: number;
      /** When the person at it last showed who they are; 0 when that is not known. */
      readonly confirmedAt: number;
    }
  | {
      readonly type: 'token';
      readonly id: string;
      /** Its name for people. */
      readonly name: string;
      readonly scopes: readonly TokenScope[];
      readonly expiresAt: number | null;
    }
  | {
      readonly type: 'app';
      /** Asks the app again about the same request, which a stream may outlive. */
      readonly isStillIn: () => Promise<boolean>;
    };

/** The account that asks, its device, and what lets it in. */
export interface Caller {
  readonly account: Account;
  readonly device: string;
  readonly pass: Pass;
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
interface CallerBindings extends RequestParts {
  readonly caller: PlacedCaller;
}

const DEVICE_HEADER = 'x-millrace-device';

/** Tells the routes of a room who asks. */
export const takeCaller: MiddlewareHandler<{ Bindings: RequestParts }> = async (c, next) => {
  // Only the doors of the server ask a room, and they say who asks.
  const { caller } = c.env as CallerBindings;
  setCaller(c, caller);
  c.set('address', caller.address);
  c.set('origin', caller.origin);
  c.set('client', caller.client);
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

/** The session of a browser that asks. Refuses tokens. */
export function sessionPass(c: Context): Extract<Pass, { readonly type: 'session' }> {
  const pass = c.get('pass');
  if (pass.type !== 'session') throw sessionOnly();
  return pass;
}

/** Refuses what needs a person at a browser. */
export function sessionOnly(): HTTPException {
  return problem(
    403,
    'session_only',
    'Neither an API token nor a user of an app around this server may do this. Sign in with a browser and do it there.',
  );
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
