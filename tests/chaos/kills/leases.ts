/** Short, so that a run changes hands within seconds. */
export const LEASE_MS = 1_500;
/** No pause that we make is longer. */
export const LONGEST_PAUSE_MS = 3_000;
