import type { EmbedKind } from '@millrace/engine';
import { type ComponentType, lazy } from 'react';
import type { FullScreenProps } from './full-screen-props.ts';

const code = lazy(async () => ({ default: (await import('./code-screen.tsx')).CodeScreen }));
const call = lazy(async () => ({ default: (await import('./call-screen.tsx')).CallScreen }));

/** What draws each kind in full screen, loaded when the first one is opened. A kind that is not here has no full screen. */
export const fullScreens: Readonly<Partial<Record<EmbedKind, ComponentType<FullScreenProps>>>> = {
  code,
  tool: code,
  skill: call,
  sheet: lazy(async () => ({ default: (await import('./sheet-screen.tsx')).SheetScreen })),
  doc: lazy(async () => ({ default: (await import('./doc-screen.tsx')).DocScreen })),
  image: lazy(async () => ({ default: (await import('./image-screen.tsx')).ImageScreen })),
};
