export const MOST: number;
export function firstPaint(folder: string): Map<string, number>;
