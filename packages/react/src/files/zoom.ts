/** The sizes of a picture, as parts of its place. */
const STEPS = [1, 1.5, 2, 3, 4, 6, 8] as const;

/** The next larger or smaller size; the picture is never smaller than its place. Pure. */
export function zoomed(now: number, step: 1 | -1): number {
  const at = STEPS.findIndex((each) => each >= now);
  return STEPS[Math.min(STEPS.length - 1, Math.max(0, at + step))] ?? 1;
}
