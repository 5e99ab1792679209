// The messages between the page and the frame of a diagram. Neither believes the other more than it must.

/** To the frame: draw this. */
export interface DrawDiagram {
  readonly type: 'draw';
  readonly code: string;
  readonly theme: Theme;
  /** As large as the frame has room for; else a small diagram stays small. */
  readonly isLarge: boolean;
}

export type Theme = 'light' | 'dark';

/** From the frame. */
export type FrameMessage =
  | { readonly type: 'ready' }
  /** `kind` is the library's word for it, `title` the diagram's own. */
  | { readonly type: 'drawn'; readonly height: number; readonly title: string; readonly kind: string }
  | { readonly type: 'failed'; readonly reason: string };

/** A longer diagram is not drawn. */
export const LONGEST_DIAGRAM = 20_000;
const LEAST_HEIGHT = 40;
const MOST_HEIGHT = 1200;
const LONGEST_TEXT = 300;

/** Reads what a frame says, within bounds; undefined when it is none of these. Pure. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  const field = (name: string): unknown => (Object.hasOwn(data, name) ? Reflect.get(data, name) : undefined);
  const text = (name: string): string => {
    const value = field(name);
    return typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : '';
  };
  switch (data.type) {
    case 'ready':
      return { type: 'ready' };
    case 'failed':
      return { type: 'failed', reason: text('reason') };
    case 'drawn': {
      const height = field('height');
      if (typeof height !== 'number' || !Number.isFinite(height)) return undefined;
      return {
        type: 'drawn',
        height: Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, Math.ceil(height))),
        title: text('title'),
        kind: text('kind'),
      };
    }
    default:
      return undefined;
  }
}

/** Reads what the page asks of a frame. Pure. */
export function readDrawRequest(data: unknown): DrawDiagram | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'draw')
    return undefined;
  if (!('code' in data) || typeof data.code !== 'string' || !('theme' in data)) return undefined;
  const isLarge = 'isLarge' in data && data.isLarge === true;
  return { type: 'draw', code: data.code, theme: data.theme === 'dark' ? 'dark' : 'light', isLarge };
}
