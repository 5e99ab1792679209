import type { ModelBlock, ModelMessage, ModelRequest, ToolSpec } from '../adapter/model.ts';
import type { ProviderOptions } from '../adapter/provider.ts';
import { resultsFirst } from '../adapter/results-first.ts';
import { takenSettings } from '../adapter/taken-settings.ts';
import { MADE_ID } from './gemini-reader.ts';
import { readSeal, type Seal } from './gemini-seal.ts';
import { geminiSettings } from './gemini-settings.ts';

/** The options of `createGeminiModel`. */
export interface GeminiOptions extends ProviderOptions {
  /** True when the answer holds what the model thinks; not by default, and not every model can. */
  readonly includeThoughts?: boolean | undefined;
  /** How many tokens the model may think for; by default it decides. */
  readonly thinkingTokens?: number | undefined;
}

/** A conversation as Gemini wants it. Seals go back on the parts that had them. Pure. */
export function geminiRequest(options: GeminiOptions, request: ModelRequest): object {
  const { system, messages, tools } = request;
  const {
    temperature,
    top_p: topP,
    top_k: topK,
    effort,
    ...chosen
  } = takenSettings(geminiSettings(options), request);
  const { includeThoughts } = options;
  const {
    max_tokens: maxTokens = options.maxTokens,
    thinking_tokens: thinkingTokens = options.thinkingTokens,
  } = chosen;
  const thinkingConfig = {
    ...(includeThoughts !== undefined && { includeThoughts }),
    ...(thinkingTokens !== undefined && { thinkingBudget: thinkingTokens }),
    ...(effort !== undefined && { thinkingLevel: effort.toUpperCase() }),
  };
  const generationConfig = {
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(topK !== undefined && { topK }),
    ...(Object.keys(thinkingConfig).length > 0 && { thinkingConfig }),
  };
  return {
    ...(system && { systemInstruction: { parts: [{ text: system }] } }),
    contents: printMessages(messages),
    ...(tools?.length && { tools: [{ functionDeclarations: tools.map(printTool) }] }),
    ...(Object.keys(generationConfig).length > 0 && { generationConfig }),
  };
}

interface Content {
  readonly role: 'user' | 'model';
  readonly parts: object[];
}

function printMessages(messages: readonly ModelMessage[]): Content[] {
  const contents: Content[] = [];
  for (const { role, content } of messages) {
    const parts = printContent(role === 'user' ? resultsFirst(content) : content);
    if (parts.length === 0) continue;
    const last = contents.at(-1);
    // A call must follow the user: what the model said before it is of the same turn.
    if (role === 'assistant' && last?.role === 'model') last.parts.push(...parts);
    else contents.push({ role: role === 'assistant' ? 'model' : 'user', parts });
  }
  return contents;
}

function printTool({ name, description, input_schema }: ToolSpec): object {
  return { name, description, parametersJsonSchema: input_schema };
}

type TextSeal = Extract<Seal, { on: 'text' }>;

function printContent(blocks: readonly ModelBlock[]): object[] {
  const parts: object[] = [];
  let callSignature: string | undefined;
  blocks.forEach((block, i) => {
    switch (block.type) {
      case 'text':
        parts.push(...printText(block.text, textSealsFrom(blocks, i + 1)));
        break;
      case 'image':
      case 'document':
        parts.push({ inlineData: { mimeType: block.media_type, data: block.data } });
        break;
      case 'thinking': {
        const seal = readSeal(block.signature);
        // Unsealed thinking means nothing to Gemini, and that of another provider even less.
        if (seal !== undefined)
          parts.push({ text: block.thinking, thought: true, thoughtSignature: seal.signature });
        break;
      }
      case 'redacted_thinking': {
        const seal = readSeal(block.data);
        if (seal?.on === 'call') callSignature = seal.signature;
        // Sealed text without a character has no block of its own.
        else if (!isTextSealed(blocks[i - 1])) parts.push(...printText('', textSealsFrom(blocks, i)));
        break;
      }
      case 'tool_use':
        parts.push(printCall(block, callSignature));
        callSignature = undefined;
        break;
      case 'tool_result':
        parts.push(printResult(block));
        break;
    }
  });
  return parts;
}

/** Tells whether a block is text, or a seal of the text before it. */
function isTextSealed(block: ModelBlock | undefined): boolean {
  return block?.type === 'text' || textSealOf(block) !== undefined;
}

function textSealOf(block: ModelBlock | undefined): TextSeal | undefined {
  const seal = block?.type === 'redacted_thinking' ? readSeal(block.data) : undefined;
  return seal?.on === 'text' ? seal : undefined;
}

function textSealsFrom(blocks: readonly ModelBlock[], start: number): TextSeal[] {
  const seals: TextSeal[] = [];
  for (let i = start; ; i++) {
    const seal = textSealOf(blocks[i]);
    if (seal === undefined) return seals;
    seals.push(seal);
  }
}

/** Text, cut so that each seal is on the characters that it came with. */
function printText(text: string, seals: readonly TextSeal[]): object[] {
  const plain = (from: number, to?: number): object[] => {
    const piece = text.slice(from, to);
    return piece === '' ? [] : [{ text: piece }];
  };
  let done = 0;
  const parts = seals.flatMap(({ from, to, signature }) => {
    const before = plain(done, from);
    done = to;
    return [...before, { text: text.slice(from, to), thoughtSignature: signature }];
  });
  return [...parts, ...plain(done)];
}

function printCall(
  { id, name, input }: Extract<ModelBlock, { type: 'tool_use' }>,
  thoughtSignature: string | undefined,
): object {
  return {
    functionCall: { ...givenId(id), name, args: input },
    ...(thoughtSignature !== undefined && { thoughtSignature }),
  };
}

function printResult(block: Extract<ModelBlock, { type: 'tool_result' }>): object {
  const { tool_use_id, name, content, is_error } = block;
  const response = is_error === true ? { error: content } : { output: content };
  return { functionResponse: { ...givenId(tool_use_id), name, response } };
}

/** Gemini gets back the ids that it gave, not those that were made here. */
function givenId(id: string): object {
  return id.startsWith(MADE_ID) ? {} : { id };
}
