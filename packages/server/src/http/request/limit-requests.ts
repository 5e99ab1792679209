import type { Context, MiddlewareHandler } from 'hono';
import type { Limits } from './limits.ts';
import { problem } from './problem.ts';
import { createRateLimit, tooOften } from './rate-limit.ts';

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
