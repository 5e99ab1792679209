/** The words of this part of the screen. */
export const timelineWords = {} as const;
