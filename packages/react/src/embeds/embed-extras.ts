import type { EmbedNodeAttrs } from '@millrace/engine';
import { createContext, type ReactNode } from 'react';

/** Further buttons for an embed in full screen; they bring along what they need. */
export type EmbedExtras = (attrs: EmbedNodeAttrs) => ReactNode;

/** What can be done with the embeds of an answer beside copying and saving them. Without it nothing else can. */
export const EmbedExtrasContext = createContext<EmbedExtras | undefined>(undefined);
