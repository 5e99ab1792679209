/** The words of this part of the screen. */
export const chatWords = {} as const;
