import type { ModelPrice } from '@millrace/engine/run';
import { type FileKind, type KeyCheck, ModelError } from './model.ts';
import type { Provider, ProviderReach } from './provider.ts';
import { failedCheck, refusal } from './provider-error.ts';
import { askProvider, unreachable } from './provider-stream.ts';

/** A model as its provider lists it, as far as the list tells. */
export interface ListedModel {
  readonly name: string;
  /** The name for people. */
  readonly label?: string;
  /** How many tokens fit. */
  readonly contextWindow?: number;
  /** The kinds of files that it reads. */
  readonly reads?: readonly FileKind[];
  /** How many tokens an answer may have. */
  readonly maxTokens?: number;
  readonly price?: ModelPrice;
  /** The ways of thinking that it takes, such as `enabled` and `adaptive`; empty when it can't think. */
  readonly thinking?: readonly string[];
  /** The words for how hard it thinks. */
  readonly efforts?: readonly string[];
  /** The names of the parameters that it takes. */
  readonly parameters?: readonly string[];
  /** The sampling that it uses when nobody chooses, and the highest temperature. */
  readonly sampling?: Sampling;
}

/** The sampling of a model, as its provider lists it. */
export interface Sampling {
  readonly temperature?: number;
  readonly maxTemperature?: number;
  readonly topP?: number;
  readonly topK?: number;
}

/** The models of a provider, or why it did not tell them. */
export type ModelListing =
  | { readonly ok: true; readonly models: readonly ListedModel[] }
  | Extract<KeyCheck, { readonly ok: false }>;

/** One page of a list, and the address of the next one. */
export interface ListPage {
  readonly models: readonly ListedModel[];
  readonly next?: string | undefined;
}

export interface ListOptions extends Pick<ProviderReach, 'apiKey' | 'fetch'> {
  readonly provider: Provider;
  readonly url: string;
  /** Reads a page. Throws when it is no list. */
  readonly read: (json: unknown) => ListPage;
  /** How long all pages may take. */
  readonly patienceMs?: number | undefined;
}

const PATIENCE_MS = 10_000;
/** A list that goes on for longer than this leads nowhere. */
const MOST_PAGES = 50;

/** Asks for all pages of a provider's list of models. Never rejects. */
export async function listModels(options: ListOptions): Promise<ModelListing> {
  const { provider, apiKey = '', fetch, read, patienceMs = PATIENCE_MS } = options;
  const signal = AbortSignal.timeout(patienceMs);
  const models: ListedModel[] = [];
  let url: string | undefined = options.url;
  try {
    for (let pages = 0; url !== undefined && pages < MOST_PAGES; pages++) {
      const response = await askProvider(
        { provider, url, fetch },
        { headers: provider.headers(apiKey), signal },
      );
      if (!response.ok) return failedCheck(await refusal(provider, response));
      const page = readPage(provider, await response.text(), read);
      models.push(...page.models);
      url = page.next;
    }
    return { ok: true, models };
  } catch (error) {
    return failedCheck(error instanceof ModelError ? error : unreachable(provider, options.url, error));
  }
}

function readPage({ name, baseUrlName }: Provider, body: string, read: ListOptions['read']): ListPage {
  try {
    return read(JSON.parse(body));
  } catch (cause) {
    const message = `${name} answered with something that is not a list of models. Check ${baseUrlName}.`;
    throw new ModelError('bad_request', message, { retryable: false, cause });
  }
}
