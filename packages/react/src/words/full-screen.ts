/** The words of this part of the screen. */
export const fullScreenWords = {} as const;
