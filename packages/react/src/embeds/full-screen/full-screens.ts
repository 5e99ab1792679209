import type { EmbedKind } from '@millrace/engine/document';
import type { ComponentType } from 'react';
import type { FullScreenProps } from './full-screen-props.ts';

export type FullScreen = ComponentType<FullScreenProps>;

/** A full screen that another part of the page has, with a name of its own. */
export interface OwnScreen {
  readonly name: string;
  readonly load: () => Promise<FullScreen>;
}

const code = async (): Promise<FullScreen> => (await import('./code-screen.tsx')).CodeScreen;

/** Loads what draws each kind in full screen. A kind that is not here has no full screen. */
const LOADERS: Readonly<Partial<Record<EmbedKind, () => Promise<FullScreen>>>> = {
  code,
  tool: code,
  skill: async () => (await import('./call-screen.tsx')).CallScreen,
  sheet: async () => (await import('./sheet-screen.tsx')).SheetScreen,
  doc: async () => (await import('./doc/doc-screen.tsx')).DocScreen,
  image: async () => (await import('./image-screen.tsx')).ImageScreen,
};

const loaded = new Map<string, FullScreen>();

/** Tells whether embeds of a type have a full screen. Pure. */
export function hasFullScreen(type: string): type is keyof typeof LOADERS {
  return Object.hasOwn(LOADERS, type);
}

/** The full screen of a type, or another one in its place, if it is loaded already. */
export function loadedFullScreen(type: string, own?: OwnScreen): FullScreen | undefined {
  return loaded.get(own?.name ?? type);
}

/** Loads what draws a type. What could not be loaded is tried again by the next caller. */
export async function loadFullScreen(type: string, own?: OwnScreen): Promise<FullScreen | undefined> {
  const load = own?.load ?? (hasFullScreen(type) ? LOADERS[type] : undefined);
  const screen = await load?.();
  if (screen !== undefined) loaded.set(own?.name ?? type, screen);
  return screen;
}
