'use client';

import type { EmbedNodeAttrs, OwnEmbedKinds } from '@millrace/engine';
import type { Content, EmbedKind } from '@millrace/engine/document';
import { type ComponentType, type Context, createContext } from 'react';

/** The props of a component that draws embeds. */
export interface EmbedProps {
  readonly attrs: EmbedNodeAttrs;
  /** Its content so far; undefined while there is none. */
  readonly content: Content | undefined;
}

/** Draws the preview of an embed. It stays mounted from the embed's first character on. */
export type EmbedComponent = ComponentType<EmbedProps>;

/** The components that draw embeds, by kind. */
export type EmbedComponents = Readonly<Partial<Record<EmbedKind | keyof OwnEmbedKinds, EmbedComponent>>>;

/** Components of the app, instead of ours or for its own kinds: `<EmbedsProvider value={{ code: MyCode }}>`. */
// With its type, so that the name of the type, which apps add to, stands in the declaration.
export const EmbedsProvider: Context<EmbedComponents> = createContext<EmbedComponents>({});
