import type { BlockEvent, UsageUpdate } from '@millrace/engine/message';
import { BlockWriter } from '../adapter/block-writer.ts';
import type { ModelRequest } from '../adapter/model.ts';
import { parseJson } from '../adapter/parse-json.ts';
import type { Provider } from '../adapter/provider.ts';
import { findProblem, streamFailure } from '../adapter/provider-error.ts';
import { namedStop, type Stop, type StopTable } from '../adapter/stop.ts';
import { ChatCalls } from './openai-chat-calls.ts';
import { type ChatChunk, type ChatDelta, chatChunk } from './openai-chat-chunk.ts';
import { openAiTokens } from './openai-tokens.ts';

const STOPS: StopTable = new Map([
  ['stop', 'end_turn'],
  ['length', 'max_tokens'],
  ['tool_calls', 'tool_use'],
  ['function_call', 'tool_use'],
  ['content_filter', 'content_filter'],
  // As compatible servers say it: Together, TGI, Cohere and xAI, then Mistral, then those that pass Anthropic's names on.
  ['eos', 'end_turn'],
  ['eos_token', 'end_turn'],
  ['COMPLETE', 'end_turn'],
  ['end_turn', 'end_turn'],
  ['model_length', 'model_context_window_exceeded'],
  ['model_context_window_exceeded', 'model_context_window_exceeded'],
  ['stop_sequence', 'stop_sequence'],
  ['max_tokens', 'max_tokens'],
  ['tool_use', 'tool_use'],
  ['refusal', 'refusal'],
]);

// OpenRouter and DeepSeek end a stream that broke off with these.
const BROKEN = new Set(['error', 'insufficient_system_resource']);

/** Reads the chunks of one Chat Completions stream into block events. */
export class ChatReader {
  private readonly provider: Provider;
  private readonly writer = new BlockWriter();
  private readonly calls: ChatCalls;
  private finish: string | undefined;
  /** Further facts: the name that another provider gave, and the filters that took something away. */
  private native: string | undefined;
  private filters: string | undefined;
  private isRefused = false;
  private usage: UsageUpdate | undefined;

  constructor(provider: Provider, { messages }: ModelRequest) {
    this.provider = provider;
    // Stays the same when the call is made again, and differs from message to message.
    this.calls = new ChatCalls(this.writer, `call_${messages.length}`);
  }

  /** Tells whether the provider has said that the message is over. The count of tokens may follow. */
  get finished(): boolean {
    return this.finish !== undefined;
  }

  /** The events that a chunk adds. Throws the error that it reports. A value that is no chunk adds nothing. */
  read(data: string): BlockEvent[] {
    const json = parseJson(data);
    const chunk = chatChunk.safeParse(json);
    if (!chunk.success) return [];
    this.refuseErrors(json, chunk.data);
    const { id = '', model = '', choices = [], usage } = chunk.data;
    if (usage !== undefined) {
      this.usage = openAiTokens({
        input: usage.prompt_tokens,
        output: usage.completion_tokens,
        cached: usage.prompt_tokens_details?.cached_tokens,
        cacheWritten: usage.prompt_tokens_details?.cache_write_tokens,
      });
    }
    const choice = choices.find(({ index }) => index === 0);
    if (choice === undefined) return [];
    this.writer.start({ id, model });
    if (choice.delta !== undefined) this.readDelta(choice.delta);
    this.finish = choice.finish_reason || this.finish;
    if (choice.native_finish_reason !== this.finish) this.native = choice.native_finish_reason || this.native;
    this.filters = filtersIn(choice.content_filter_results) || this.filters;
    return this.writer.take();
  }

  /** The events that end the message. */
  end(): BlockEvent[] {
    this.writer.stop(this.stopOf(this.finish ?? ''), this.usage);
    return this.writer.take();
  }

  private stopOf(finish: string): Stop {
    const stop = namedStop(STOPS, finish, { category: this.filters, explanation: this.native });
    if (stop.reason !== 'end_turn') return stop;
    // Some servers say `stop` after calls too, and OpenAI does after a refusal.
    if (this.calls.any) return { reason: 'tool_use' };
    return this.isRefused ? namedStop(STOPS, 'refusal') : stop;
  }

  private readDelta(delta: ChatDelta): void {
    // Servers in transition send both; the one is a copy of the other.
    this.writer.thinking(delta.reasoning_content || delta.reasoning || '');
    this.writer.text(delta.content ?? '');
    this.writer.text(delta.refusal ?? '');
    this.isRefused ||= (delta.refusal ?? '') !== '';
    for (const annotation of delta.annotations ?? []) this.writer.citation(flatten(annotation));
    for (const piece of delta.tool_calls ?? []) this.calls.take(piece);
  }

  private refuseErrors(json: unknown, { error, choices }: ChatChunk): void {
    const broken = choices?.find(({ finish_reason = '' }) => BROKEN.has(finish_reason));
    if (error === undefined && broken === undefined && !isErrorObject(json)) return;
    const problem = findProblem(json) ?? findProblem(broken);
    throw streamFailure(this.provider, problem ?? { message: 'The answer was interrupted.', kind: '' });
  }
}

/** `{type, url_citation: {url, …}}` as `{type, url, …}`, the form of the Responses API. */
function flatten({ url_citation, ...annotation }: Readonly<Record<string, unknown>>) {
  return { ...annotation, ...(typeof url_citation === 'object' && url_citation) };
}

/** The filters that found something, by their names. */
function filtersIn(results: Readonly<Record<string, unknown>> = {}): string {
  const found = Object.entries(results).flatMap(([name, result]) =>
    typeof result === 'object' && result !== null && 'filtered' in result && result.filtered === true
      ? [name]
      : [],
  );
  return found.join(', ');
}

function isErrorObject(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'object' in json && json.object === 'error';
}
