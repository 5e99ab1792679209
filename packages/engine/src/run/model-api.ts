import * as z from 'zod/mini';

// Models, and the providers that offer them.

/** A prompt that a model offers to people who do not know what to ask. */
export interface PromptCard {
  readonly title: string;
  readonly hint: string;
  readonly icon: 'table' | 'hand' | 'code' | 'loop';
  readonly text: string;
}

/** A model that can be chosen. */
export interface ModelInfo {
  readonly id: string;
  readonly name: string;
  readonly demo: boolean;
  readonly prompts: readonly PromptCard[];
}

/** The models, and the one that new chats get. */
export interface ModelList {
  readonly models: readonly ModelInfo[];
  readonly default: string;
}

/** A provider as the settings show it. Its key never leaves the server. */
export interface ProviderStatus {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly needs: 'key' | 'base_url' | 'nothing';
  /** The variable that would hold its key. */
  readonly key_name: string;
  readonly connected: boolean;
  readonly from: 'environment' | 'settings' | null;
  /** The last characters of the key, to tell keys apart. */
  readonly key_end: string | null;
  readonly base_url: string | null;
  /** How many models it offers. */
  readonly models: number;
}

/** The settings of a server, without its keys. */
export interface ServerSettings {
  readonly providers: readonly ProviderStatus[];
}

/** Connects providers, after their keys were checked; null disconnects one. Chooses the model that answers when nobody chose. */
export const settingsRequest = z.strictObject({
  providers: z.optional(
    z.record(
      z.string(),
      z.nullable(
        z.strictObject({
          api_key: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
          base_url: z.optional(z.url('must be an address such as http://127.0.0.1:8080/v1')),
        }),
      ),
    ),
  ),
  default_model: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});
/** A change to the settings. */
export type SettingsRequest = z.infer<typeof settingsRequest>;
