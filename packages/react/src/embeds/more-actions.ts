import type { EmbedNodeAttrs } from '@millrace/engine';
import { createContext } from 'react';
import type { MenuAction } from './box/menu.tsx';

/** The actions that a preview has where it stands, before those that every preview has. */
export type MoreActions = (attrs: EmbedNodeAttrs) => readonly MenuAction[];

/** Further actions for the menus of the previews below. */
export const MoreActionsContext = createContext<MoreActions>(() => []);
