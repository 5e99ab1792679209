/** The words of this part of the screen. */
export const trayWords = {} as const;
