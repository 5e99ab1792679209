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

/** A request that did not reach the server. */
export function unreachable(): ApiError {
  return new ApiError(
    0,
    'unreachable',
    'The server could not be reached. Check that it is running, then try again.',
  );
}

/** Reads a refusal into an error; the body is the server's ApiProblem, if the server wrote it. */
export async function refusal(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const { code, message } = { ...(typeof body === 'object' ? body : {}) } as {
    code?: unknown;
    message?: unknown;
  };
  return new ApiError(
    response.status,
    typeof code === 'string' ? code : 'unknown',
    typeof message === 'string' ? message : `The server answered ${response.status}.`,
    body,
  );
}
