'use client';

import { createContext, use, useEffect, useLayoutEffect } from 'react';
import type { EmbedProps } from './embed-component.ts';
import { EmbedExtrasContext } from './embed-extras.ts';
import type { EmbedShelf } from './embed-shelf.ts';

/** The parts of the full screen that previews need. Without it they have none. */
export interface FullScreenAccess {
  readonly shelf: EmbedShelf;
  /** Tells whether embeds of a type have a full screen. */
  readonly canOpen: (type: string) => boolean;
  /** Opens an embed; the focus comes back to the opener. */
  readonly open: (id: string, opener: HTMLElement) => void;
}

export const FullScreenContext = createContext<FullScreenAccess | undefined>(undefined);

/** Makes an embed known, so that it can be opened, linked to and followed. */
export function useShelved({ attrs, content }: EmbedProps): void {
  const shelf = use(FullScreenContext)?.shelf;
  const extras = use(EmbedExtrasContext);
  useLayoutEffect(() => shelf?.put({ attrs, content, extras }), [shelf, attrs, content, extras]);
  const { id } = attrs;
  useEffect(() => () => shelf?.remove(id), [shelf, id]);
}
