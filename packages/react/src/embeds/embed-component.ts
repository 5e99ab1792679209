import type { Content, EmbedKind, EmbedNodeAttrs } from '@millrace/engine';
import { type ComponentType, createContext } from 'react';

export interface EmbedProps {
  readonly attrs: EmbedNodeAttrs;
  /** What it stands for, so far; undefined while it is not there. */
  readonly content: Content | undefined;
}

/** Draws the preview of an embed. It stays mounted from the embed's first character on. */
export type EmbedComponent = ComponentType<EmbedProps>;

export type EmbedComponents = Readonly<Partial<Record<EmbedKind, EmbedComponent>>>;

/** Components of the app, instead of ours: `<EmbedsProvider value={{ code: MyCode }}>`. */
export const EmbedsProvider = createContext<EmbedComponents>({});
