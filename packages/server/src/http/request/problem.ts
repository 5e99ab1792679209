import type { ApiProblem } from '@millrace/engine/run';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Refuses a request: throw it anywhere in a route. The message says what to do; `more` what a program needs to know. */
export function problem(
  status: ContentfulStatusCode,
  code: string,
  message: string,
  more: object = {},
  headers: Readonly<Record<string, string>> = {},
): HTTPException {
  return new Problem(status, { code, message, ...more }, headers);
}

class Problem extends HTTPException {
  readonly #body: ApiProblem;
  readonly #headers: Readonly<Record<string, string>>;
  constructor(status: ContentfulStatusCode, body: ApiProblem, headers: Readonly<Record<string, string>>) {
    super(status, { message: body.message });
    this.#body = body;
    this.#headers = headers;
  }

  /** A new one each time: requests that wait for one thing are refused by one problem. */
  override getResponse(): Response {
    return Response.json(this.#body, { status: this.status, headers: { ...this.#headers } });
  }
}
