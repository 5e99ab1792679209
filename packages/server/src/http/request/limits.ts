import type { Context, MiddlewareHandler } from 'hono';
import { problem } from './problem.ts';
import { createRateLimit, tooOften } from './rate-limit.ts';

/** The limits of one server, counted in its memory; wrong sign-ins are counted in its store, by all servers there. */
export interface Limits {
  /** API tokens that nobody has, a minute, from one address. */
  readonly wrongTokens: number;
  /** Wrong sign-ins in 15 minutes, from one address or for one name. */
  readonly wrongSignIns: number;
  /** Challenges for passkeys a minute, for one address. */
  readonly challenges: number;
  /** New chats, messages and other changes a minute, of one device. */
  readonly commands: number;
  /** The same of all devices and tokens of one account together. */
  readonly allCommands: number;
  /** Decisions a minute, of one device. */
  readonly decisions: number;
  /** Previews of an edit a minute, of one device: one for each key at most. */
  readonly previews: number;
  /** Completions a minute, of one device: one for each key at most. */
  readonly completions: number;
  /** Requests of uploads a minute, of one device: one for each piece. */
  readonly uploads: number;
  /** Streams that one device holds open at once. */
  readonly streams: number;
  /** Connections that are open at once. */
  readonly connections: number;
  /** How long a request may take to arrive, and how long nobody may take what is answered. */
  readonly slowMs: number;
}

/** Far more than a person does, far less than a program can. */
export const LIMITS: Limits = {
  wrongTokens: 10,
  wrongSignIns: 10,
  challenges: 60,
  commands: 120,
  allCommands: 600,
  decisions: 120,
  previews: 600,
  completions: 600,
  uploads: 6000,
  streams: 100,
  connections: 12_000,
  slowMs: 30_000,
};

/** Refuses what a device asks for too often. Whatever is no GET counts, so a new route is limited unasked. */
export function limitCommands(limits: Limits): MiddlewareHandler {
  const own = createRateLimit(limits.commands);
  const all = createRateLimit(limits.allCommands);
  const kinds: Readonly<Record<string, ReturnType<typeof createRateLimit>>> = {
    decisions: createRateLimit(limits.decisions),
    preview: createRateLimit(limits.previews),
    files: createRateLimit(limits.uploads),
  };
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      const device = c.get('device');
      const limit = kinds[kindOf(c.req.path)];
      const wait = limit?.take(device) ?? (own.take(device) || all.take(c.get('account').id));
      if (wait > 0) throw tooOften(wait, 'Too many requests in one minute.');
    }
    await next();
  };
}

/** The kind of a request that has a limit of its own; empty for others. */
function kindOf(path: string): string {
  return (
    /^\/api\/runs\/[^/]+\/(decisions|preview)$/.exec(path)?.[1] ?? /^\/api\/(files)\//.exec(path)?.[1] ?? ''
  );
}

/** Counts the streams of each device. The returned function takes one, and gives what ends the counting of it. */
export function limitStreams({ streams: most }: Limits): (c: Context) => () => void {
  const open = new Map<string, number>();
  return (c) => {
    const device = c.get('device');
    const count = (open.get(device) ?? 0) + 1;
    if (count > most)
      throw problem(
        429,
        'too_many_streams',
        `This device already has ${most} open streams. Close some of its pages, then try again.`,
        {},
        { 'retry-after': '5' },
      );
    open.set(device, count);
    return () => {
      const left = (open.get(device) ?? 1) - 1;
      if (left === 0) open.delete(device);
      else open.set(device, left);
    };
  };
}
