import { randomUUID } from 'node:crypto';
import type { BlockEvent, UsageUpdate } from '@millrace/engine';
import { BlockWriter } from './block-writer.ts';
import type { GeminiCandidate, GeminiChunk, GeminiGrounding, GeminiPart } from './gemini-chunk.ts';
import { geminiCitations } from './gemini-citations.ts';
import { printSeal, type Seal } from './gemini-seal.ts';
import { ModelError } from './model.ts';

/** Begins the id of a call that Gemini gave none. */
export const MADE_ID = 'made_';

const STOP_REASONS: Readonly<Record<string, string>> = {
  STOP: 'end_turn',
  MAX_TOKENS: 'max_tokens',
  SAFETY: 'refusal',
  RECITATION: 'refusal',
  LANGUAGE: 'refusal',
  BLOCKLIST: 'refusal',
  PROHIBITED_CONTENT: 'refusal',
  SPII: 'refusal',
};

/** Turns the chunks of one message into block events. */
export class GeminiReader {
  private readonly writer = new BlockWriter();
  private readonly model: string;
  private id = '';
  private calls = 0;
  private finish: GeminiCandidate | undefined;
  private usage: UsageUpdate | undefined;
  /** How long the text that is open is, and the seals in it. */
  private textLength = 0;
  private textSeals: Seal[] = [];
  private grounding: GeminiGrounding[] = [];

  constructor(model: string) {
    this.model = model;
  }

  /** Throws ModelError when the prompt was blocked. */
  read({ responseId, modelVersion, candidates, promptFeedback, usageMetadata }: GeminiChunk): BlockEvent[] {
    const { blockReason, blockReasonMessage } = promptFeedback ?? {};
    if (blockReason) throw blocked(blockReason, blockReasonMessage ?? '');
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

  /** The stream is over. Undefined when the message is not; throws ModelError when it broke off. */
  end(): BlockEvent[] | undefined {
    if (this.finish === undefined) return undefined;
    const { finishReason, finishMessage } = this.finish;
    const reason = STOP_REASONS[finishReason ?? ''];
    if (reason === undefined) throw brokenOff(finishReason ?? '', finishMessage ?? '');
    this.endText();
    this.cite();
    this.writer.stop(reason === 'end_turn' && this.calls > 0 ? 'tool_use' : reason, this.usage);
    return this.writer.take();
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

/** What was read from the cache counts apart, as elsewhere. */
function tokensOf(usage: NonNullable<GeminiChunk['usageMetadata']>): UsageUpdate {
  const cached = usage.cachedContentTokenCount ?? 0;
  const prompt = (usage.promptTokenCount ?? 0) + (usage.toolUsePromptTokenCount ?? 0);
  return {
    input_tokens: Math.max(0, prompt - cached),
    output_tokens: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
    // Told also when it is none: each chunk counts anew.
    cache_read_input_tokens: cached,
  };
}

function blocked(reason: string, words: string): ModelError {
  const message = `Gemini refused the prompt (${reason}).${words === '' ? '' : ` It said: ${words}`} Say it in another way, or use another model.`;
  return new ModelError('bad_request', message, { retryable: false });
}

function brokenOff(reason: string, words: string): ModelError {
  const why =
    reason === 'MALFORMED_FUNCTION_CALL'
      ? 'Gemini wrote a call that it could not read itself.'
      : `Gemini broke the answer off (${reason}).`;
  const message = `${why}${words === '' ? '' : ` It said: ${words}`} Try again, or use another model.`;
  return new ModelError('overloaded', message, { retryable: true });
}
