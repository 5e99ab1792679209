/** The header of a stream that says how many milliseconds pass at most before the server shows that it is alive. */
export const HEARTBEAT_HEADER = 'x-millrace-heartbeat';
