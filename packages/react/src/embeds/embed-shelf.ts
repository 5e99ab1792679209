import type { EmbedNodeAttrs } from '@millrace/engine';
import type { Content } from '@millrace/engine/document';
import type { ReactNode } from 'react';
import type { EmbedExtras } from './embed-extras.ts';

export interface ShelvedEmbed {
  readonly attrs: EmbedNodeAttrs;
  readonly content: Content | undefined;
  readonly extras?: EmbedExtras | undefined;
  /** The change that this file shows; without it, earlier embeds of the same path are what it is compared with. */
  readonly made?: MadeFile | undefined;
  /** Further buttons in full screen; they bring along what they need. */
  readonly actions?: ReactNode;
}

/** A file before a change, and how many lines that changed. */
export interface MadeFile {
  readonly before: string;
  readonly added: number;
  readonly removed: number;
}

/** The embeds that are drawn at this moment, each as it is now. */
export interface EmbedShelf {
  put(embed: ShelvedEmbed): void;
  remove(id: string): void;
  /** The same object until the embed changes. */
  get(id: string): ShelvedEmbed | undefined;
  /** Calls back after each change. Returns an unsubscribe. */
  subscribe(changed: () => void): () => void;
}

export function createEmbedShelf(): EmbedShelf {
  const embeds = new Map<string, ShelvedEmbed>();
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    put(embed) {
      const old = embeds.get(embed.attrs.id);
      const isSame = old?.attrs === embed.attrs && old.content === embed.content && old.made === embed.made;
      if (isSame && old.extras === embed.extras) return;
      embeds.set(embed.attrs.id, embed);
      tell();
    },
    remove(id) {
      if (embeds.delete(id)) tell();
    },
    get: (id) => embeds.get(id),
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
