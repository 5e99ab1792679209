export const MOST: number;
export function firstPaint(folder: string): Map<string, number>;
export const MOST_EDITOR: number;
export function editorParts(folder: string): Map<string, number>;
