import { dataUrl } from '../adapter/data-url.ts';
import type { ModelBlock, ModelMessage, ModelRequest } from '../adapter/model.ts';
import { printResult } from './openai-chat-request.ts';
import { readSeal } from './openai-seal.ts';

/** A conversation in the words of the Responses API: instructions, input and tools. Pure. */
export function printResponses({ system, messages, tools }: ModelRequest): object {
  return {
    ...(system && { instructions: system }),
    input: messages.flatMap(printMessage),
    ...(tools?.length && {
      tools: tools.map(({ name, description, input_schema }) => ({
        type: 'function',
        name,
        description,
        parameters: input_schema,
        // Our schemas have optional fields, which the strict mode refuses.
        strict: false,
      })),
    }),
  };
}

interface InputItem {
  readonly type: string;
  readonly [field: string]: unknown;
}

function printMessage({ role, content }: ModelMessage): InputItem[] {
  return role === 'user' ? printUser(content) : printAssistant(content);
}

/** Results, then one message with all that was said and shown. */
function printUser(content: readonly ModelBlock[]): InputItem[] {
  const results = content.flatMap((block) =>
    block.type === 'tool_result'
      ? [{ type: 'function_call_output', call_id: block.tool_use_id, output: printResult(block) }]
      : [],
  );
  const parts = content.flatMap(printPart);
  return parts.length === 0 ? results : [...results, { type: 'message', role: 'user', content: parts }];
}

function printPart(block: ModelBlock): object[] {
  if (block.type === 'image') return [{ type: 'input_image', image_url: dataUrl(block), detail: 'auto' }];
  if (block.type === 'document')
    return [{ type: 'input_file', filename: block.name, file_data: dataUrl(block) }];
  return block.type === 'text' && block.text !== '' ? [{ type: 'input_text', text: block.text }] : [];
}

function printAssistant(content: readonly ModelBlock[]): InputItem[] {
  const items = content.flatMap(printBlock);
  // Reasoning is refused when what it led to is missing, as after a stop.
  return items.slice(0, items.findLastIndex(({ type }) => type !== 'reasoning') + 1);
}

function printBlock(block: ModelBlock): InputItem[] {
  switch (block.type) {
    case 'text':
      return block.text === ''
        ? []
        : [
            {
              type: 'message',
              role: 'assistant',
              content: [{ type: 'output_text', text: block.text }],
              ...(isPhase(block.phase) && { phase: block.phase }),
            },
          ];
    case 'thinking':
      return printReasoning(block.thinking, block.signature ?? '');
    case 'tool_use': {
      const { id, name, input } = block;
      return [{ type: 'function_call', call_id: id, name, arguments: JSON.stringify(input) }];
    }
    default:
      return [];
  }
}

/** Other words than these are refused. */
function isPhase(phase: string | undefined): boolean {
  return phase === 'commentary' || phase === 'final_answer';
}

function printReasoning(thinking: string, signature: string): InputItem[] {
  const seal = readSeal(signature);
  const summary = thinking === '' ? [] : [{ type: 'summary_text', text: thinking }];
  return seal === undefined ? [] : [{ type: 'reasoning', ...seal, summary }];
}
