/** A command line that makes no sense. The message is one sentence or two, with the fix. */
export class UsageError extends Error {}
