import { type ComponentType, lazy } from 'react';
import type { EmbedKind } from '../embed-component.ts';
import type { FullScreenProps } from './full-screen-props.ts';

/** What draws each kind in full screen, loaded when the first one is opened. A kind that is not here has no full screen. */
export const fullScreens: Readonly<Partial<Record<EmbedKind, ComponentType<FullScreenProps>>>> = {
  sheet: lazy(async () => ({ default: (await import('./sheet-screen.tsx')).SheetScreen })),
};
