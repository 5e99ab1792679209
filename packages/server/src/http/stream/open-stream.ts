import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { RequestParts } from '../request/bindings.ts';
import { type OpenedStream, openSse } from './sse-stream.ts';
import { openWebSse } from './web-sse-stream.ts';

/** Opens the answer to the request of a route. Throws when the device reads too many already. */
export type OpenStream = (
  c: Context<{ Bindings: RequestParts }>,
  headers?: Readonly<Record<string, string>>,
) => OpenedStream;

/** Opens the stream that answers a request: on Node's own response where there is one, else as a web stream. */
export function openStreamOf(
  { env, req }: Context<{ Bindings: RequestParts }>,
  headers?: Readonly<Record<string, string>>,
): OpenedStream {
  const { outgoing } = env;
  if (outgoing === undefined) return openWebSse(req.raw.signal, headers);
  return { ...openSse(outgoing, headers), answer: RESPONSE_ALREADY_SENT };
}
