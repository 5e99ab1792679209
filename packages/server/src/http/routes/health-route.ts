import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { RequestParts } from '../request/bindings.ts';
import type { ForwardedWay } from '../request/forwarded.ts';
import { openStreamOf } from '../stream/open-stream.ts';

/** How long a stream stays open: its reader can tell whether the beginning came before the end. */
const HELD_MS = 2000;
/** How many are open at once: anybody may ask for one. */
const MOST = 10;
const WELL = { status: 'ok' };

export interface HealthParts {
  readonly look: () => Promise<void>;
  readonly wayOf: (request: IncomingMessage) => ForwardedWay;
}

/**
 * Answers `GET /healthz`; `look` rejects with what is wrong. Who asks for an event stream gets one that begins at once and ends with
 * the answer a moment later: behind a proxy that holds streams back both come together. `?forwarded` asks how the word of a proxy
 * about the client comes here.
 */
export function healthRoute({ look, wayOf }: HealthParts) {
  let open = 0;
  return async (c: Context<{ Bindings: RequestParts }>): Promise<Response> => {
    await look();
    const { incoming } = c.env;
    if (c.req.query('forwarded') !== undefined && incoming !== undefined)
      return c.json({ ...WELL, forwarded: wayOf(incoming) });
    if (c.req.header('accept') !== 'text/event-stream' || open >= MOST) return c.json(WELL);
    open += 1;
    const stream = openStreamOf(c);
    const timer = setTimeout(() => {
      stream.send(`data: ${JSON.stringify(WELL)}\n\n`);
      stream.end();
    }, HELD_MS);
    const forget = (): void => {
      open -= 1;
      clearTimeout(timer);
    };
    if (stream.signal.aborted) forget();
    else stream.signal.addEventListener('abort', forget);
    return stream.answer;
  };
}
