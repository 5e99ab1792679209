import type { BlockEvent } from '@millrace/engine/message';
import { BlockWriter } from '../adapter/block-writer.ts';
import { parseJson } from '../adapter/parse-json.ts';
import type { Provider } from '../adapter/provider.ts';
import { findProblem, streamFailure } from '../adapter/provider-error.ts';
import { namedStop, type Stop, type StopTable } from '../adapter/stop.ts';
import { type ResponsesEvent, type ResponsesItem, responsesEvent } from './openai-responses-event.ts';
import { printSeal } from './openai-seal.ts';
import { openAiTokens } from './openai-tokens.ts';

const INCOMPLETE: StopTable = new Map([
  ['max_output_tokens', 'max_tokens'],
  ['content_filter', 'content_filter'],
  ['refusal', 'refusal'],
  // As OpenAI's error names it, and servers that pass Anthropic's models on.
  ['context_length_exceeded', 'model_context_window_exceeded'],
  ['model_context_window_exceeded', 'model_context_window_exceeded'],
]);

/** Reads the events of one Responses stream into block events. */
export class ResponsesReader {
  /** True when the provider has said that the message is over. */
  finished = false;
  private readonly provider: Provider;
  private readonly writer = new BlockWriter();
  /** The items that are calls, and whether any of their input has come. */
  private readonly calls = new Map<number, { hasInput: boolean }>();
  private isRefused = false;

  private readonly rules = new Map<string, (event: ResponsesEvent) => void>([
    ['response.created', (event) => this.start(event)],
    ['response.output_item.added', ({ output_index, item }) => this.startItem(output_index, item ?? {})],
    ['response.content_part.added', (event) => this.startPart(event)],
    ['response.reasoning_summary_part.added', (event) => this.startPart(event)],
    ['response.output_text.delta', ({ delta }) => this.writer.text(delta)],
    ['response.refusal.delta', ({ delta }) => this.refuse(delta)],
    ['response.refusal.done', ({ refusal }) => this.refuse(this.isRefused ? '' : refusal)],
    ['response.output_text.annotation.added', ({ annotation }) => this.writer.citation(annotation ?? {})],
    ['response.reasoning_summary_text.delta', ({ delta }) => this.writer.thinking(delta)],
    ['response.reasoning_text.delta', ({ delta }) => this.writer.thinking(delta)],
    ['response.function_call_arguments.delta', (event) => this.growCall(event.output_index, event.delta)],
    [
      'response.function_call_arguments.done',
      (event) => this.completeCall(event.output_index, event.arguments),
    ],
    ['response.output_item.done', ({ output_index, item }) => this.stopItem(output_index, item ?? {})],
    ['response.completed', (event) => this.stop(event)],
    ['response.incomplete', (event) => this.stop(event)],
  ]);

  constructor(provider: Provider) {
    this.provider = provider;
  }

  /** The block events that an event adds. Throws the error that it reports. An unknown event adds nothing. */
  read(data: string): BlockEvent[] {
    const json = parseJson(data);
    const event = responsesEvent.safeParse(json);
    if (!event.success) return [];
    if (event.data.type === 'error' || event.data.error !== undefined) throw this.failure(json);
    if (event.data.type === 'response.failed') throw this.failure(field(json, 'response'));
    this.rules.get(event.data.type ?? '')?.(event.data);
    return this.writer.take();
  }

  private start({ response: { id = '', model = '' } = {} }: ResponsesEvent): void {
    this.writer.start({ id, model });
  }

  private startItem(index: number, item: ResponsesItem): void {
    // Each item is a block of its own: the places of citations count from its beginning, and a seal is for one.
    this.writer.endProse();
    this.writer.phase(item.type === 'message' ? item.phase : undefined);
    if (item.type !== 'function_call' || this.calls.has(index)) return;
    this.calls.set(index, { hasInput: false });
    this.writer.startCall(index, { id: item.call_id ?? item.id ?? '', name: item.name ?? '' });
  }

  private startPart({ part, content_index, summary_index }: ResponsesEvent): void {
    if (content_index + summary_index === 0) return;
    if (part?.type === 'output_text' || part?.type === 'refusal') this.writer.endProse();
    else this.writer.thinking('\n\n');
  }

  private growCall(index: number, input: string): void {
    const call = this.calls.get(index);
    if (call === undefined || input === '') return;
    call.hasInput = true;
    this.writer.callInput(index, input);
  }

  /** Some servers send the input of a call only when it is whole. */
  private completeCall(index: number, input: string): void {
    if (this.calls.get(index)?.hasInput === false) this.growCall(index, input);
  }

  private stopItem(index: number, item: ResponsesItem): void {
    if (item.type === 'function_call') {
      this.startItem(index, item);
      this.completeCall(index, item.arguments ?? '');
      this.writer.stopCall(index);
    }
    const { type, id, encrypted_content } = item;
    if (type === 'reasoning' && id !== undefined && encrypted_content !== undefined) {
      this.writer.signature(printSeal({ id, encrypted_content }));
    }
  }

  private stop(event: ResponsesEvent): void {
    this.start(event);
    const { usage, incomplete_details } = event.response ?? {};
    this.writer.stop(
      event.type === 'response.completed'
        ? this.complete()
        : namedStop(INCOMPLETE, incomplete_details?.reason || 'incomplete'),
      usage &&
        openAiTokens({
          input: usage.input_tokens,
          output: usage.output_tokens,
          cached: usage.input_tokens_details?.cached_tokens,
          cacheWritten: usage.input_tokens_details?.cache_write_tokens,
        }),
    );
    this.finished = true;
  }

  private complete(): Stop {
    if (this.calls.size > 0) return { reason: 'tool_use' };
    return this.isRefused ? namedStop(INCOMPLETE, 'refusal') : { reason: 'end_turn' };
  }

  private refuse(words: string): void {
    this.isRefused = true;
    this.writer.text(words);
  }

  private failure(json: unknown): Error {
    return streamFailure(
      this.provider,
      findProblem(json) ?? { message: 'The answer was interrupted.', kind: '' },
    );
  }
}

function field(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined;
}
