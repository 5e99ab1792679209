/** The options of a connection to Postgres. */
export interface ConnectionOptions {
  /** How many sessions at Postgres it may have at once; 10 by default. */
  readonly sessions?: number;
}
