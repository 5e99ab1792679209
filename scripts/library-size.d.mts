/** True if two pages say the same, numbers aside that are near to each other. */
export function isUpToDate(committed: string, printed: string): boolean;
