/** The most characters that a message may have. */
export const LONGEST_MESSAGE = 400_000;
