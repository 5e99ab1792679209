/** The size of a menu. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const GAP = 8;
const SMALL = 768;

/** The place of a menu: beside the sidebar for what is in it, so that it hides no mark, else below what it is about. Always on the screen. */
export function menuPlace(at: Element, { width, height }: Size): { readonly x: number; readonly y: number } {
  const about = at.getBoundingClientRect();
  const side = at.closest('.app-side')?.getBoundingClientRect();
  const isBeside = side !== undefined && window.innerWidth >= SMALL;
  const rightToLeft = getComputedStyle(at).direction === 'rtl';
  const beside = rightToLeft ? (side?.left ?? 0) - width - GAP : (side?.right ?? 0) + GAP;
  const x = isBeside ? beside : rightToLeft ? about.left : about.right - width;
  const y = isBeside ? about.top - GAP : about.bottom + GAP / 2;
  return {
    x: within(x, window.innerWidth - width - GAP),
    y: within(y, window.innerHeight - height - GAP),
  };
}

function within(place: number, last: number): number {
  return Math.max(GAP, Math.min(place, last));
}
