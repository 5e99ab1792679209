import * as z from 'zod/mini';
import type { ModelSetting } from './answer-settings.ts';

// Models, and the providers that offer them.

/** A prompt that a model offers to people who do not know what to ask. */
export interface PromptCard {
  readonly title: string;
  readonly hint: string;
  readonly icon: 'table' | 'hand' | 'code' | 'loop';
  readonly text: string;
}

/** The price of a million tokens, in US dollars. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

/** A model that can be chosen. */
export interface ModelInfo {
  readonly id: string;
  readonly name: string;
  readonly demo: boolean;
  readonly prompts: readonly PromptCard[];
  /** The name of its provider for people, where one offers it. */
  readonly provider?: string;
  /** The kinds of files that it reads as they are; it gets the others as text, or is told of them. */
  readonly reads?: readonly ('image' | 'pdf')[];
  /** How many tokens fit into a conversation. */
  readonly context_window?: number;
  /** None where it is not known. */
  readonly price?: ModelPrice;
  /** The settings that its wire takes; none unless given. */
  readonly settings?: readonly ModelSetting[];
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
  /** False also when the provider refused the key. */
  readonly connected: boolean;
  /** The provider's word on the access: it took it, it refused it, or it could not be asked. */
  readonly check: 'ok' | 'refused' | 'unchecked';
  /** Why it was refused or could not be asked. */
  readonly problem: ProviderProblem | null;
  readonly from: 'environment' | 'settings' | null;
  /** The last characters of the key, to tell keys apart. */
  readonly key_end: string | null;
  readonly base_url: string | null;
  /** How many models it offers. */
  readonly models: number;
  /** The source of those models: its own list, an earlier answer of it, or the ones that this version knows. */
  readonly listed: 'now' | 'earlier' | 'known';
}

/** Why a provider could not be used. */
export interface ProviderProblem {
  /** The code of a `ModelError`. */
  readonly code: string;
  /** The provider's own words; null where it said nothing. */
  readonly said: string | null;
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
