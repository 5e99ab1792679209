import { type Model, ModelError } from '../../models/adapter/model.ts';
import type { ToolQuestion } from '../../tools/define/tool.ts';

/** Asks a model one question, outside of any conversation, and resolves with the text of its answer. */
export async function askModel(
  model: Model | undefined,
  { system, prompt }: ToolQuestion,
  signal: AbortSignal,
): Promise<string> {
  if (model === undefined) throw new Error('The run has no model that can be asked.');
  const request = {
    ...(system !== undefined && { system }),
    messages: [{ role: 'user', content: [{ type: 'text', text: prompt }] }] as const,
  };
  let text = '';
  for await (const event of model.stream(request, signal)) {
    signal.throwIfAborted();
    if (event.type === 'content_block_start' && event.content_block.type === 'text')
      text += event.content_block.text;
    if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') text += event.delta.text;
    // Text before a refusal is no answer.
    if (event.type === 'message_delta' && event.delta.stop_reason === 'refusal')
      throw new ModelError('bad_request', `${model.name} refused to answer.`, { retryable: false });
  }
  return text;
}
