/** The words of this part of the screen. */
export const embedsWords = {} as const;
