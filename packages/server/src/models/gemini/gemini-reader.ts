import { randomUUID } from 'node:crypto';
import { type BlockEvent, readStopDetails, type UsageUpdate } from '@millrace/engine/message';
import { BlockWriter } from '../adapter/block-writer.ts';
import { namedStop, type Stop, type StopTable } from '../adapter/stop.ts';
import type { GeminiCandidate, GeminiChunk, GeminiGrounding, GeminiPart } from './gemini-chunk.ts';
import { geminiCitations } from './gemini-citations.ts';
import { printSeal, type Seal } from './gemini-seal.ts';

/** Begins the id of a call that Gemini gave none. */
export const MADE_ID = 'made_';

const STOPS: StopTable = new Map([
  ['STOP', 'end_turn'],
  ['MAX_TOKENS', 'max_tokens'],
  ['CONTINUATION', 'max_tokens'],
  ['SAFETY', 'content_filter'],
  ['RECITATION', 'content_filter'],
  ['LANGUAGE', 'content_filter'],
  ['BLOCKLIST', 'content_filter'],
  ['PROHIBITED_CONTENT', 'content_filter'],
  ['SPII', 'content_filter'],
  ['IMAGE_SAFETY', 'content_filter'],
  ['IMAGE_PROHIBITED_CONTENT', 'content_filter'],
  ['IMAGE_RECITATION', 'content_filter'],
  ['MODEL_ARMOR', 'content_filter'],
  ['MALFORMED_FUNCTION_CALL', 'malformed_call'],
  ['UNEXPECTED_TOOL_CALL', 'malformed_call'],
  ['MALFORMED_RESPONSE', 'malformed_call'],
]);

/** Turns the chunks of one message into block events. */
export class GeminiReader {
  private readonly writer = new BlockWriter();
  private readonly model: string;
  private id = '';
  private calls = 0;
  private finish: GeminiCandidate | undefined;
  private blocked: Stop | undefined;
  private usage: UsageUpdate | undefined;
  /** How long the text that is open is, and the seals in it. */
  private textLength = 0;
  private textSeals: Seal[] = [];
  private grounding: GeminiGrounding[] = [];

  constructor(model: string) {
    this.model = model;
  }

  read({ responseId, modelVersion, candidates, promptFeedback, usageMetadata }: GeminiChunk): BlockEvent[] {
    const { blockReason, blockReasonMessage } = promptFeedback ?? {};
    // A blocked prompt has no answer, for whatever reason it was blocked.
    if (blockReason && !candidates?.length)
      this.blocked = {
        reason: 'refusal',
        details: readStopDetails({
          type: 'content_filter',
          reason: blockReason,
          explanation: blockReasonMessage,
        }),
      };
    if (usageMetadata) this.usage = tokensOf(usageMetadata);
    this.id ||= responseId || `gemini_${randomUUID()}`;
    this.writer.start({
      id: this.id,
      model: modelVersion || this.model,
      ...(this.usage && { usage: this.usage }),
    });
    const candidate = candidates?.[0];
    for (const part of candidate?.content?.parts ?? []) this.readPart(part);
    if (candidate?.groundingMetadata) this.grounding.push(candidate.groundingMetadata);
    // Some versions say STOP in every chunk: the last word counts, at the end of the stream.
    const { finishReason } = candidate ?? {};
    if (finishReason && finishReason !== 'FINISH_REASON_UNSPECIFIED') this.finish = candidate;
    return this.writer.take();
  }

  /** The stream is over. Undefined when the message is not. */
  end(): BlockEvent[] | undefined {
    const stop = this.blocked ?? this.stop();
    if (stop === undefined) return undefined;
    this.endText();
    this.cite();
    this.writer.stop(stop, this.usage);
    return this.writer.take();
  }

  private stop(): Stop | undefined {
    if (this.finish === undefined) return undefined;
    const { finishReason, finishMessage } = this.finish;
    const stop = namedStop(STOPS, finishReason ?? '', { explanation: finishMessage ?? undefined });
    return stop.reason === 'end_turn' && this.calls > 0 ? { reason: 'tool_use' } : stop;
  }

  private readPart({ text, thought, thoughtSignature: signature, functionCall }: GeminiPart): void {
    if (functionCall) {
      this.endText();
      if (signature) this.hide({ on: 'call', signature });
      this.call(functionCall);
    } else if (thought) {
      this.endText();
      this.writer.thinking(text ?? '');
      if (!signature) return;
      this.writer.signature(printSeal({ on: 'thought', signature }));
      this.writer.endProse();
    } else if (typeof text === 'string') {
      this.writer.text(text);
      const from = this.textLength;
      this.textLength += text.length;
      if (signature) this.textSeals.push({ on: 'text', signature, from, to: this.textLength });
    }
  }

  private call({ id, name, args }: NonNullable<GeminiPart['functionCall']>): void {
    this.calls += 1;
    const key = id || `${MADE_ID}${this.id}_${this.calls}`;
    this.writer.startCall(key, { id: key, name });
    this.writer.callInput(key, JSON.stringify(args ?? {}));
    this.writer.stopCall(key);
  }

  /** Text is over: what belongs to it follows. */
  private endText(): void {
    if (this.textLength > 0) {
      this.cite();
      this.writer.endProse();
    }
    for (const seal of this.textSeals) this.hide(seal);
    this.textSeals = [];
    this.textLength = 0;
  }

  private cite(): void {
    for (const citation of geminiCitations(this.grounding)) this.writer.citation(citation);
    this.grounding = [];
  }

  private hide(seal: Seal): void {
    this.writer.whole({ type: 'redacted_thinking', data: printSeal(seal) });
  }
}

/** Tokens that were read from the cache count apart, as elsewhere. */
function tokensOf(usage: NonNullable<GeminiChunk['usageMetadata']>): UsageUpdate {
  const cached = usage.cachedContentTokenCount ?? 0;
  const prompt = (usage.promptTokenCount ?? 0) + (usage.toolUsePromptTokenCount ?? 0);
  return {
    input_tokens: Math.max(0, prompt - cached),
    output_tokens: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
    // Reported also when there is none: each chunk has a new count.
    cache_read_input_tokens: cached,
  };
}
