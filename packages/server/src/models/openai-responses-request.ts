import type { ModelBlock, ModelMessage, ModelRequest } from './model.ts';
import { printResult } from './openai-chat-request.ts';
import { readSeal } from './openai-seal.ts';

/** A conversation in the words of the Responses API: instructions, input and tools. Pure. */
export function printResponses({ system, messages, tools }: ModelRequest): object {
  return {
    ...(system !== undefined && { instructions: system }),
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
  const items = content.flatMap((block) => printBlock(role, block));
  // Reasoning is refused when what it led to is missing, as after a stop.
  return items.slice(0, items.findLastIndex(({ type }) => type !== 'reasoning') + 1);
}

function printBlock(role: ModelMessage['role'], block: ModelBlock): InputItem[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [printText(role, block.text)];
    case 'thinking':
      return printReasoning(block.thinking, block.signature ?? '');
    case 'tool_use': {
      const { id, name, input } = block;
      return [{ type: 'function_call', call_id: id, name, arguments: JSON.stringify(input) }];
    }
    case 'tool_result':
      return [{ type: 'function_call_output', call_id: block.tool_use_id, output: printResult(block) }];
    case 'redacted_thinking':
      return [];
  }
}

function printText(role: ModelMessage['role'], text: string): InputItem {
  const type = role === 'user' ? 'input_text' : 'output_text';
  return { type: 'message', role, content: [{ type, text }] };
}

function printReasoning(thinking: string, signature: string): InputItem[] {
  const seal = readSeal(signature);
  const summary = thinking === '' ? [] : [{ type: 'summary_text', text: thinking }];
  return seal === undefined ? [] : [{ type: 'reasoning', ...seal, summary }];
}
