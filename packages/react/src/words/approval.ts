/** The words of this part of the screen. */
export const approvalWords = {} as const;
