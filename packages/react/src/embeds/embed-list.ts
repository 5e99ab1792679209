import type { ShelvedEmbed } from './embed-shelf.ts';

/** Embeds that are known but may not be drawn: those of the first messages of a long chat. */
export interface EmbedList {
  /** All of them in their order; the same objects each time. They come before all others. */
  all(): readonly ShelvedEmbed[];
  /** The same object each time. */
  get(id: string): ShelvedEmbed | undefined;
  /** Draws an embed and brings it into view. */
  reveal(id: string): Promise<void>;
}
