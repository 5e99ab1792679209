import type { ListedModel } from './list-models.ts';

/** A service that runs models, as requests and errors name it. */
export interface Provider {
  readonly name: string;
  /** The variable that holds the key. */
  readonly keyName: string;
  readonly baseUrlName: string;
  /** Headers of every request. */
  headers(apiKey: string): Readonly<Record<string, string>>;
}

/** The key and the address of a provider. */
export interface ProviderCredentials {
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** The same, with a function that sends the requests instead of the platform's own. */
export interface ProviderReach extends ProviderCredentials {
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** The options of every adapter. */
export interface ProviderOptions {
  /** The provider's name of the model, without `provider/`. */
  readonly model: string;
  readonly apiKey: string;
  readonly baseUrl?: string | undefined;
  /** How many tokens an answer may have at most, not counting what it thinks for; by default as many as the model can. */
  readonly maxTokens?: number | undefined;
  /** How many tokens fit into a conversation; by default as far as the model's name tells. */
  readonly contextWindow?: number | undefined;
  /** The model as the provider's own list has it. */
  readonly listed?: ListedModel | undefined;
  /** How long the provider may be silent; pings count as life. */
  readonly stallMs?: number | undefined;
  /** How often a call is made again before its first token. */
  readonly retries?: number | undefined;
  /** Sends the requests instead of the platform's own: a guard, or the recorded streams of the demo model. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** A base URL and a path, joined by one slash. */
export function joinUrl(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, '')}${path}`;
}

/** The header that most providers take a key in; none without a key. */
export function bearer(apiKey: string): Readonly<Record<string, string>> {
  return apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };
}
