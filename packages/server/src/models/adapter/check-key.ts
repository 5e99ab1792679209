import { type KeyCheck, ModelError } from './model.ts';
import type { Provider, ProviderOptions } from './provider.ts';
import { failedCheck, refusal } from './provider-error.ts';
import { askProvider, unreachable } from './provider-stream.ts';

const PATIENCE_MS = 10_000;

/** Asks for the provider's list of models, which costs nothing, and tells what it said. Never rejects. */
export async function checkKey(
  provider: Provider,
  { apiKey, fetch }: Pick<ProviderOptions, 'apiKey' | 'fetch'>,
  modelsUrl: string,
  signal?: AbortSignal,
): Promise<KeyCheck> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    const response = await askProvider(
      { provider, url: modelsUrl, fetch },
      {
        headers: provider.headers(apiKey),
        signal: signal === undefined ? patience : AbortSignal.any([signal, patience]),
      },
    );
    if (response.ok) {
      await response.body?.cancel();
      const said = apiKey === '' ? 'answers and asks for no key' : 'accepted the key';
      return { ok: true, message: `${provider.name} ${said}.` };
    }
    return failedCheck(await refusal(provider, response));
  } catch (error) {
    return failedCheck(error instanceof ModelError ? error : unreachable(provider, modelsUrl, error));
  }
}
