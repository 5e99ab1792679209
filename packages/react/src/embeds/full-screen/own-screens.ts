'use client';

import type { EmbedNodeAttrs } from '@millrace/engine';
import { createContext } from 'react';
import type { OwnScreen } from './full-screens.ts';

/** Gives an embed another full screen than its kind has; undefined for those that it leaves alone. */
export const OwnScreens = createContext<((attrs: EmbedNodeAttrs) => OwnScreen | undefined) | undefined>(
  undefined,
);
