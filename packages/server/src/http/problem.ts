import type { ApiProblem } from '@millrace/engine';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Refuses a request: throw it anywhere in a route. The message says what to do; `more` what a program needs to know. */
export function problem(
  status: ContentfulStatusCode,
  code: string,
  message: string,
  more: object = {},
): HTTPException {
  const body: ApiProblem = { code, message, ...more };
  return new HTTPException(status, { message, res: Response.json(body, { status }) });
}
