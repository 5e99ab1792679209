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
  return new Problem(status, { code, message, ...more });
}

class Problem extends HTTPException {
  readonly #body: ApiProblem;
  constructor(status: ContentfulStatusCode, body: ApiProblem) {
    super(status, { message: body.message });
    this.#body = body;
  }

  /** A new one each time: requests that wait for one thing are refused by one problem. */
  override getResponse(): Response {
    return Response.json(this.#body, { status: this.status });
  }
}
