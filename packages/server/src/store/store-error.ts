/** The run is no longer ours: it was given up, claimed by another worker, or has ended. Stop at once, without any further effect. */
export class FencedError extends Error {
  readonly code = 'fenced';
  constructor(runId: string) {
    super(`Run ${runId} is no longer ours.`);
    this.name = 'FencedError';
  }
}

/**
 * The problems of a store that worked before: no space, held by another process, read-only, damaged, out of reach,
 * or something else that the database reports of its disk.
 */
export type StoreErrorCode =
  | 'store_full'
  | 'store_locked'
  | 'store_read_only'
  | 'store_corrupt'
  | 'store_newer'
  | 'store_lost'
  | 'store_failed';

/**
 * The store can't work at the moment. The message is one line that says the fix. Nobody knows whether the last write
 * was made: claim again before the next.
 */
export class StoreError extends Error {
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreError';
    this.code = code;
  }
}

/** The connection was lost. */
export class StoreLostError extends StoreError {
  constructor(what: string, cause: unknown) {
    super('store_lost', `${what} It will be tried again.`, cause);
    this.name = 'StoreLostError';
  }
}
