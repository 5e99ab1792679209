/** The words of this part of the screen. */
export const documentWords = {} as const;
