import type { EmbedNodeAttrs } from '@millrace/engine';
import type { Content } from '@millrace/engine/document';
import type { EmbedExtras } from './embed-extras.ts';

export interface ShelvedEmbed {
  readonly attrs: EmbedNodeAttrs;
  readonly content: Content | undefined;
  readonly extras?: EmbedExtras | undefined;
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
      if (old?.attrs === embed.attrs && old.content === embed.content && old.extras === embed.extras) return;
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
