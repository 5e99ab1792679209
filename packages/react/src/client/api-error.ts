import { strings } from '../words/strings.ts';

/** A request that the server refused (`status` is its answer) or that did not reach it (`status` is 0). */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  /** All that the server said. */
  readonly body: unknown;
  constructor(status: number, code: string, message: string, body?: unknown) {
    super(message);
    this.body = body;
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}

/** Reads a refusal into an error; the body is the server's ApiProblem, if the server wrote it. */
export async function refusal(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const { code, message } = { ...(typeof body === 'object' ? body : {}) } as {
    code?: unknown;
    message?: unknown;
  };
  const known = typeof code === 'string' ? code : 'unknown';
  const said = typeof message === 'string' ? message : strings.refusedWith(response.status);
  return new ApiError(response.status, known, problemWords(known) ?? said, body);
}

/** The page's own words for a code; undefined for one that only the server can explain. Pure. */
export function problemWords(code: string): string | undefined {
  return Object.hasOwn(strings.problems, code) ? strings.problems[code] : undefined;
}
