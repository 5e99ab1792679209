/** True for a pointer that is a finger: its keyboard covers the page, its Enter breaks the line, its targets are larger. */
export const TOUCH = '(pointer: coarse)';

/** True where the main pointer is a finger. */
export function isTouch(): boolean {
  return matchMedia(TOUCH).matches;
}
