import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Arrival } from './door.ts';

/** The parts of a request that a server knows beside it. */
export interface RequestParts {
  readonly arrival: Arrival;
  /** Node's own request and its answer; undefined where only the standard request is known. */
  readonly incoming?: IncomingMessage | undefined;
  readonly outgoing?: ServerResponse | undefined;
}
