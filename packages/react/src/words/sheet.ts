/** The words of this part of the screen. */
export const sheetWords = {} as const;
