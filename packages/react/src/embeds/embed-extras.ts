'use client';

import type { EmbedNodeAttrs } from '@millrace/engine';
import { createContext, type ReactNode } from 'react';

/** The facts of an answer about an embed, beside its content. */
export interface EmbedExtra {
  /** Further buttons in full screen; they bring along what they need. */
  readonly actions: ReactNode;
  /** The call that changed the file, and when. */
  readonly changed: Changed;
}

export interface Changed {
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly at: number | undefined;
}

export type EmbedExtras = (attrs: EmbedNodeAttrs) => EmbedExtra | undefined;

/** The facts about the embeds of an answer, and the actions on them beside copying and saving. */
export const EmbedExtrasContext = createContext<EmbedExtras | undefined>(undefined);
