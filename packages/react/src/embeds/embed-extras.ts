import type { EmbedNodeAttrs } from '@millrace/engine';
import { createContext, type ReactNode } from 'react';

/** What an answer knows of an embed beside its content. */
export interface EmbedExtra {
  /** Further buttons in full screen; they bring along what they need. */
  readonly actions: ReactNode;
  /** What changed the file that it shows, and when. */
  readonly changed: Changed;
}

export interface Changed {
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly at: number | undefined;
}

export type EmbedExtras = (attrs: EmbedNodeAttrs) => EmbedExtra | undefined;

/** What is known of the embeds of an answer, and what can be done with them beside copying and saving. */
export const EmbedExtrasContext = createContext<EmbedExtras | undefined>(undefined);
