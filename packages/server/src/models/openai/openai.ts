import type { Model } from '../adapter/model.ts';
import { bearer, type Provider, type ProviderOptions } from '../adapter/provider.ts';
import { createChatModel } from './openai-chat.ts';
import { createResponsesModel, type OpenAiReasoning } from './openai-responses.ts';
import { openAiSettings, REASONS } from './openai-settings.ts';

export const OPENAI_URL = 'https://api.openai.com/v1';

export const openai: Provider = {
  name: 'OpenAI',
  keyName: 'OPENAI_API_KEY',
  baseUrlName: 'OPENAI_BASE_URL',
  headers: bearer,
};

/** The options of `createOpenAiModel`. */
export interface OpenAiOptions extends ProviderOptions {
  /** Responses by default: there a model keeps what it thought from call to call. */
  readonly api?: 'responses' | 'chat' | undefined;
  /** How the model thinks; false for one that does not. By default its name tells whether it does. */
  readonly reasoning?: OpenAiReasoning | false | undefined;
}

/** A model of OpenAI. */
export function createOpenAiModel({ api = 'responses', reasoning, ...options }: OpenAiOptions): Model {
  const { model, baseUrl = OPENAI_URL } = options;
  const { effort, summary } = reasoning || {};
  const settings = openAiSettings(options, api);
  const common = { ...options, baseUrl, provider: openai, id: `openai/${model}`, settings };
  if (api === 'chat') {
    const fields = effort === undefined ? {} : { reasoning_effort: effort };
    return createChatModel({ ...common, fields, limitField: 'max_completion_tokens' });
  }
  const keeps = reasoning === undefined ? REASONS.test(model) : reasoning !== false;
  const fields = {
    ...(keeps && { include: ['reasoning.encrypted_content'] }),
    ...((effort ?? summary) !== undefined && { reasoning: { effort, summary } }),
  };
  return createResponsesModel({ ...common, fields });
}
