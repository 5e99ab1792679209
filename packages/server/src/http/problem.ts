import type { ApiProblem } from '@millrace/engine';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Refuses a request: throw it anywhere in a route. The message says what to do. */
export function problem(status: ContentfulStatusCode, code: string, message: string): HTTPException {
  const body: ApiProblem = { code, message };
  return new HTTPException(status, { message, res: Response.json(body, { status }) });
}
