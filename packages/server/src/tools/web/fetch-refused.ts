/** The codes of `FetchRefused`. */
export type FetchRefusedCode =
  | 'bad_url'
  | 'bad_port'
  | 'private_address'
  | 'unknown_host'
  | 'unreachable'
  | 'too_many_redirects'
  | 'bad_answer'
  | 'timeout';

/** Why something was not fetched, in a sentence for people and models. */
export class FetchRefused extends Error {
  readonly code: FetchRefusedCode;

  constructor(code: FetchRefusedCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FetchRefused';
    this.code = code;
  }
}
